import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { inputsOf } from '../../tests/arbitrary.ts';
import { faults, fullTree as full, jsonAt, places, valueAt } from '../../tests/fixtures/live-faults.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { SessionUpload } from '../api/bodies.ts';
import { ResultStatus, SessionType, Track, TyreCompound, Weather } from '../enumerations.ts';
import { PenaltyType, WarningType } from '../penalties.ts';
import { LiveDocument, toDetail, treeOf } from './document.ts';
import { applyPatch, createPatch, type Patch, type Tree } from './merge-patch.ts';
import { readPatch, readSnapshot } from './read-document.ts';
import { toDocument } from './to-document.ts';

const origin = { id: '01900000-0000-7000-8000-000000000001', startedAt: '2026-05-01T18:00:00.000Z' };

/** The whole document with another value at one place; undefined removes it. */
function withValue(path: readonly string[], value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(full));
  const parent = Object(valueAt(copy, path.slice(0, -1)));
  const key = path.at(-1) ?? '';
  if (value === undefined) delete parent[key];
  else Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** The session that would be stored of it. */
function isStorable(tree: Tree): boolean {
  return v.is(LiveDocument, tree) && v.is(SessionUpload, toDetail(tree as unknown as LiveDocument));
}

/** A patch without a fault, of a driver too while there is one. */
function goodPatchOf(tree: Tree): Patch {
  const hasDriver = Object(tree.drivers)[1] !== undefined;
  return { trackTemp: 41, ...(hasDriver ? { drivers: { 1: { currentLapTime: 12_345 } } } : {}) };
}

/** The fields beside a place, which nothing may change. */
function beside(tree: Tree, path: readonly string[]): object[] {
  return path.map((key, depth) => {
    const { [key]: _, ...others } = Object(valueAt(tree, path.slice(0, depth)));
    return others;
  });
}

describe('every field of the live document', () => {
  test('the document of this test has all of them', () => {
    expect(v.is(LiveDocument, full)).toBe(true);
    expect(places.length).toBeGreaterThan(100);
    for (const { path } of places) expect(valueAt(full, path)).toBeDefined();
  });

  test.each(faults)(
    'with %s in a patch: the document stays one, others keep their values, the next patch applies',
    (_, json) => {
      const value: unknown = JSON.parse(json);
      for (const { path, shape, isRequired } of places) {
        const { tree, errors } = readPatch(full, JSON.parse(jsonAt(path, json)), origin);
        const label = path.join('.');
        expect(isStorable(tree), label).toBe(true);
        expect(beside(tree, path), label).toEqual(beside(full, path));
        if (isRequired) expect(valueAt(tree, path), label).toBeDefined();
        if (shape.kind === 'value' && v.is(shape.schema, value))
          expect(valueAt(tree, path), label).toEqual(value === 0 ? 0 : value);
        else if (value !== null && !(shape.kind !== 'value' && Object.keys(Object(value)).length === 0)) {
          expect(errors.map((error) => error.path)[0], label).toMatch(new RegExp(`^patch\\.${label}`));
        }
        const good = goodPatchOf(tree);
        const next = readPatch(tree, good, origin);
        expect(next.errors).toEqual([]);
        expect(next.tree).toEqual(applyPatch(tree, good));
      }
    },
  );

  test.each([...faults, ['nothing', null] as const])(
    'with %s in a snapshot: it is a document, and the next patch applies',
    (_, json) => {
      for (const { path } of places) {
        const read = readSnapshot(withValue(path, json === null ? undefined : JSON.parse(json)), origin);
        const label = path.join('.');
        expect(isStorable(read?.tree ?? {}), label).toBe(true);
        expect(readPatch(read?.tree ?? {}, { trackTemp: 41 }, origin).tree, label).toEqual({
          ...read?.tree,
          trackTemp: 41,
        });
      }
    },
  );
});

describe('whatever JSON a recorder sends', () => {
  const numRuns = 300;
  const json = fc.jsonValue({ maxDepth: 6, noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value)));
  const named = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, json, tie('tree')),
    tree: fc.dictionary(fc.constantFrom(...new Set(places.map(({ path }) => path.at(-1) ?? '')), '1'), tie('value')),
  })).tree;

  test('a document stays one that can be stored, after a patch', () => {
    fc.assert(
      fc.property(fc.oneof(json, named), (patch) => {
        expect(isStorable(readPatch(full, patch, origin).tree)).toBe(true);
      }),
      { numRuns },
    );
  });

  test('a snapshot is a document that can be stored, unless it is no object', () => {
    fc.assert(
      fc.property(fc.oneof(json, named), (document) => {
        const read = readSnapshot(document, origin);
        const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
        expect(read !== null).toBe(isObject);
        if (read !== null) expect(isStorable(read.tree)).toBe(true);
      }),
      { numRuns },
    );
  });

  test('a valid snapshot and valid changes are read as they are, without an error', () => {
    const sessions = inputsOf(SessionUpload)
      .filter((input) => v.is(SessionUpload, input))
      .map((input) => {
        const { liveId: _, completeness: __, resultSource: ___, ...detail } = v.parse(SessionUpload, input);
        return treeOf(toDocument(detail));
      });
    fc.assert(
      fc.property(sessions, sessions, (from, to) => {
        expect(readSnapshot(from, origin)).toEqual({ tree: from, errors: [] });
        expect(readPatch(from, createPatch(from, to), origin)).toEqual({ tree: to, errors: [] });
      }),
      { numRuns: 100 },
    );
  });
});

describe('what has no value of its own', () => {
  const ada = { name: 'Ada', resultStatus: 2 };
  const race = treeOf(
    toDocument({
      ...upload({}),
      drivers: [{ ...driver({ name: 'Ada', deltaToLeader: 3_000 }), pitStatus: 1 as const }],
    }),
  );
  const driverAfter = (patch: object) => {
    const { drivers } = readPatch(race, { drivers: { 0: patch } }, origin).tree as unknown as LiveDocument;
    return drivers?.['0'];
  };

  test.each([
    ['startWeather', { startWeather: 9 }, Weather.Unknown],
    ['trackId', { trackId: 43 }, Track.Unknown],
    ['sessionType', { sessionType: 77 }, SessionType.Unknown],
    ['sessionStatus', { sessionStatus: 1 }, 0],
    ['safetyCarStatus', { safetyCarStatus: 9 }, undefined],
    ['trackFlag', { trackFlag: 9 }, undefined],
    ['trackTemp', { trackTemp: 30.6 }, 31],
    ['airTemp', { airTemp: -0.4 }, 0],
    ['airTemp', { airTemp: 5_000 }, undefined],
    ['gameVersion', { gameVersion: 'v'.repeat(41) }, 'v'.repeat(40)],
    ['gameVersion', { gameVersion: '\u0000' }, undefined],
    ['isMultiplayer', { isMultiplayer: 'yes' }, true],
    ['sessionStartTime', { sessionStartTime: 'yesterday' }, '2026-05-01T18:00:00.000Z'],
  ])('%s of the patch %j becomes %j', (key, patch, value) => {
    expect(readPatch(race, patch, origin).tree[key]).toBe(value);
  });

  test.each([
    ['currentTyreCompound', 22, TyreCompound.Unknown],
    ['resultStatus', 9, ResultStatus.Invalid],
    ['pitStatus', 7, undefined],
    ['deltaToLeader', 'far', undefined],
    ['name', 'x'.repeat(101), 'x'.repeat(100)],
    ['name', '👨‍👩‍👧‍👦'.repeat(101), '👨‍👩‍👧‍👦'.repeat(100)],
    ['name', ' \n ', 'Ada'],
    ['name', null, 'Ada'],
    ['penalties', { 0: { penaltyType: 31 } }, { 0: { penaltyType: PenaltyType.Unknown } }],
    ['warnings', { 0: { warningType: 4 } }, { 0: { warningType: WarningType.Other } }],
    ['lapTimes', { 0: { lapTime: 80_000 } }, { 0: { lapTime: 80_000, invalidLap: false } }],
    ['tyres', { 0: { tyreCompound: 16 }, 1: { endLap: 7, tyreCompound: 22 } }, { 1: { endLap: 7, tyreCompound: 0 } }],
    ['livePosition', { x: 1, y: 'high', z: 3 }, undefined],
  ] as const)('%s of a driver, sent as %j, becomes %j', (key, value, expected) => {
    expect(driverAfter({ [key]: value })?.[key]).toEqual(expected);
  });

  test('a car without a name has its number, and a car that is no object does not exist', () => {
    const { tree } = readPatch(race, { drivers: { 4: { position: 2 }, 5: 'Bo', 64: ada, '03': ada } }, origin);
    expect(tree.drivers).toEqual({ ...Object(race.drivers), 4: { name: 'Car 4', position: 2, resultStatus: 0 } });
  });

  test('an empty snapshot is a session of its own, which replaces no other', () => {
    const { id } = origin;
    const other = { ...origin, id: id.replace('0190', '0191') };
    const { tree } = readSnapshot({}, origin) ?? {};
    expect(tree).toEqual({
      internalSessionId: '112589990684291072',
      trackId: Track.Unknown,
      sessionType: SessionType.Unknown,
      sessionStartTime: origin.startedAt,
      isMultiplayer: false,
      sessionStatus: 0,
    });
    expect(readSnapshot({}, other)?.tree.internalSessionId).not.toBe(tree?.internalSessionId);
  });
});

test.each([
  ['Ma\u200bx \u3164', 'Max'],
  ['Zoe\u0308', 'Zoë'],
  ['\u3164', 'Car 1'],
  ['👩\u200d🚀', '👩\u200d🚀'],
])('a driver who is called %j is %s', (sent, name) => {
  const path = ['drivers', '1', 'name'];
  expect(valueAt(readSnapshot(withValue(path, sent), origin)?.tree, path)).toBe(name);
});
