import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { inputsOf } from '../../tests/arbitrary.ts';
import { LeagueCreate, SessionUpload } from '../api/bodies.ts';
import { servedCalls } from '../calls/by-name.ts';
import * as enumerations from '../enumerations.ts';
import { matchPage } from '../pages/routes.ts';
import { PenaltyType, WarningType } from '../penalties.ts';
import { SecureAddress, Website } from '../values/web-address.ts';
import { DiscordAddress, League } from './league.ts';
import { Driver } from './session.ts';

/** Addresses that run a script or mislead. */
const scriptAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  'blob:https://example.com/1',
  'filesystem:https://example.com/1',
  'view-source:https://example.com',
  '//example.com',
  'https:javascript:alert(1)',
  'https://example.com\\@evil.example',
  'https://user:pass@example.com',
  'https://example.com/"onmouseover="alert(1)',
  'https://example.com/<script>alert(1)</script>',
];

/** The answer and body schemas of all calls; together they hold every entity. */
const schemas = servedCalls().flatMap(([name, { answer, body }]) => [
  ...(answer ? [[`${name} answer`, answer] as const] : []),
  ...(body ? [[`${name} body`, body] as const] : []),
]);

describe('schemas', () => {
  test.each(schemas)('%s is unchanged by JSON.stringify and JSON.parse', (_, schema) => {
    fc.assert(
      fc.property(inputsOf(schema), (input) => {
        const value = v.parse(schema, input);
        expect(v.parse(schema, JSON.parse(JSON.stringify(value)))).toEqual(value);
      }),
      { numRuns: 30 },
    );
  });

  test('an answer with an unknown field is accepted without the field, so that an old tab can read a newer server', () => {
    const league = fc.sample(inputsOf(League), { numRuns: 1, seed: 1 })[0];
    expect(v.parse(League, { ...Object(league), mascot: 'Otter' })).toEqual(league);
  });

  test('a body with an unknown field is refused', () => {
    expect(v.safeParse(LeagueCreate, { name: 'A', ownerId: 'me' }).success).toBe(false);
    expect(v.parse(LeagueCreate, { name: 'A' })).toEqual({
      name: 'A',
      description: null,
      discord: null,
      website: null,
      thumbnailBase64: null,
      isPublic: true,
    });
  });
});

describe('enumerations', () => {
  const { ResultStatus, SessionType, SessionStatus, Track } = enumerations;

  test.each([
    [PenaltyType, 19, -1, 17],
    [WarningType, 2, 0, 1],
    [ResultStatus, 8, 0, 7],
    [SessionType, 19, 0, 18],
  ])('%o has %i consecutive numbers from %i to %i', (enumeration, count, first, last) => {
    const numbers = Object.values(enumeration).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => first + index));
    expect(numbers.at(-1)).toBe(last);
  });

  test('tracks are the numbers of the game, and those that addresses of pages may have', () => {
    const inAddresses = Array.from({ length: 100 }, (_, number) => number).filter(
      (number) => matchPage(`/tracks/${number}`).name === 'track',
    );
    expect(Object.values(Track)).toEqual([-1, ...inAddresses]);
    expect(inAddresses.slice(-5)).toEqual([32, 39, 40, 41, 42]);
  });

  test('names have the numbers of the game', () => {
    expect(SessionStatus).toEqual({ Unknown: 0, InProgress: 2, Finished: 3 });
    expect([Track.Monza, Track.Losail, PenaltyType.BlackFlagTimer, SessionType.OneShotSprintShootout]).toEqual([
      11, 32, 17, 18,
    ]);
    expect(enumerations.nameOf(Track, 15)).toBe('Texas');
    expect(enumerations.nameOf(Track, 99)).toBeUndefined();
  });
});

describe('values', () => {
  const base = fc.sample(inputsOf(Driver), { numRuns: 1, seed: 7 })[0];

  test.each([
    ['name', 'a\u0000b'],
    ['name', '\ud800'],
    ['name', '   '],
    ['name', 'x'.repeat(101)],
    ['carIndex', 2 ** 53],
    ['carIndex', 1.5],
    ['resultStatus', 99],
    ['bestLapTimeMs', -1],
    ['bestLapTimeMs', '82233'],
    ['lapDistance', Number.POSITIVE_INFINITY],
  ])('a driver with %s = %j is refused, and the path says where', (name, value) => {
    const result = v.safeParse(Driver, { ...Object(base), [name]: value });
    expect(result.issues?.map((issue) => v.getDotPath(issue))).toContain(name);
  });

  test('a name of 80 visible characters is accepted and one of 81 is refused, however many code units they take', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(v.is(LeagueCreate, { name: family.repeat(80) })).toBe(true);
    expect(v.is(LeagueCreate, { name: family.repeat(81) })).toBe(false);
    expect(v.is(LeagueCreate, { name: `e${'\u0301'.repeat(2_000)}` })).toBe(false);
  });

  test.each([
    ['https://example.org', true],
    ['http://rennliga.münchen.example:8080/a?b=c#d', true],
    ['ftp://example.org', false],
    ['javascript:alert(1)', false],
    ['https://user:secret@example.org', false],
    ['https://discord.gg\\@evil.example', false],
    ['//example.org', false],
    ['https://exa mple.org', false],
  ])('website %s is accepted: %s', (address, accepted) => {
    expect(v.is(Website, address)).toBe(accepted);
  });

  test.each(scriptAddresses)('the address %j, which runs a script or misleads, is refused', (address) => {
    expect([Website, SecureAddress, DiscordAddress].map((schema) => v.is(schema, address))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('a secure address is one of https alone', () => {
    expect(['https://youtu.be/abc', 'http://youtu.be/abc'].map((url) => v.is(SecureAddress, url))).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    ['https://discord.gg/abc', true],
    ['https://discord.com/invite/abc', true],
    ['https://discord.gg.evil.example/abc', false],
    ['https://evil.example/?discord.gg', false],
    ['https://evil.example#@discord.gg/', false],
  ])('discord %s is accepted: %s', (discord, accepted) => {
    expect(v.is(LeagueCreate, { name: 'A', discord })).toBe(accepted);
  });

  test('an upload with two drivers of one car index is refused', () => {
    const upload = Object(fc.sample(inputsOf(SessionUpload), { numRuns: 1, seed: 3 })[0]);
    const result = v.safeParse(SessionUpload, { ...upload, drivers: [base, base] });
    expect(result.issues?.map((issue) => v.getDotPath(issue))).toContain('drivers');
  });

  test.each([
    ['2026-02-29T00:00:00Z', false],
    ['2028-02-29T00:00:00Z', true],
    ['2026-01-31T24:00:00Z', false],
    ['1969-12-31T23:59:59Z', false],
    ['2026-01-31T20:00:00+01:00', false],
  ])('instant %s is accepted: %s', (instant, accepted) => {
    expect(v.is(SessionUpload.entries.sessionStartTime, instant)).toBe(accepted);
  });
});
