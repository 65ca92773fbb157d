import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { callOf, calls } from '#contract/calls/by-name';
import { LiveRegistration } from '#contract/entities/live-registration';
import * as enumerations from '#contract/enumerations';
import {
  liveMessageLimit,
  PublisherMessage,
  PublisherReply,
  recorderSilence,
  ticketLifetime,
} from '#contract/live/publisher-messages';
import type { Schema } from '#contract/live/shape';
import { liveCloseCodes, restartReason, ViewerMessage } from '#contract/live/viewer-messages';
import * as penalties from '#contract/penalties';
import { liveLimits } from '../../server/live/admission.ts';
import { historyLength } from '../../server/live/audience.ts';
import { maxDocument } from '../../server/live/document-size.ts';
import { abandonedAfter } from '../../server/live/hub.ts';
import { recorderBudgets } from '../../server/live/recorder-budgets.ts';
import { type Field, messagesOf, numbersOf, partsOfDocument } from './fields.ts';
import { codeOf, namesIn, rowsOf, type Section, sectionsOf } from './markdown.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/live.md'), 'utf8');
const sections = sectionsOf(text);

/** The sections below a heading whose own headings name something, with the fields of their tables. */
function described(within: string): [name: string, fields: Field[]][] {
  return sections
    .filter((section) => section.within === within)
    .flatMap((section) => namesIn(section).map((name): [string, Field[]] => [name, fieldsIn(section)]));
}

function fieldsIn(section: Section): Field[] {
  if (!section.tokens.some(({ raw }) => raw.startsWith('| field'))) return [];
  return rowsOf(section).map(([name = '', value = '', must]) => [
    name.replaceAll('`', ''),
    value,
    must as 'yes' | 'no',
  ]);
}

const sorted = (entries: Iterable<readonly [string, unknown]>) =>
  [...entries].sort(([one], [other]) => one.localeCompare(other));

test.each([
  ['What you send', PublisherMessage],
  ['What you get back', PublisherReply],
  ['What you get', ViewerMessage],
])('“%s” has every message with its fields, their values and whether they must be there', (title, schema) => {
  expect(sorted(described(title))).toEqual(sorted(messagesOf(schema as never)));
});

test('“The document” has every part of the live document with its fields', () => {
  expect(sorted(described('The document'))).toEqual(sorted(partsOfDocument()));
});

test('“Watch” has every part of the query of a viewer', () => {
  const watch = sections.find(({ title }) => title === 'Watch') as Section;
  const query = callOf('watchLive').query as unknown as { readonly entries: Record<string, Schema> };
  expect(
    rowsOf(watch)
      .map(([name]) => name?.replaceAll('`', ''))
      .sort(),
  ).toEqual(Object.keys(query.entries).sort());
});

test('the codes that close a connection are those of the server', () => {
  const section = sections.find(({ title }) => title.startsWith('When the connection is closed')) as Section;
  expect(rowsOf(section).map(([code]) => Number(code))).toEqual(Object.values(liveCloseCodes));
  expect(text).toContain(`\`${restartReason(500, 5_000)}\``);
});

test('“Numbers” has every enumeration that a value refers to, with its fallback', () => {
  const referred = new Set([...text.matchAll(/\[([A-Z]\w+)\]\(#/g)].map(([, name = '']) => name));
  const numbers = sections.filter(({ within }) => within === 'Numbers');
  expect(numbers.map(({ title }) => title).sort()).toEqual([...referred].sort());
  for (const { title, tokens } of numbers) {
    const written = tokens
      .map(({ raw }) => raw)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    const listed = [...written.matchAll(/(-?\d+) (\w+)(?=[,.] ?)/g)].map(([, number, name]) => [name, Number(number)]);
    expect([title, Object.fromEntries(listed)]).toEqual([title, numbersOf(title)]);
    const schema = ({ ...enumerations, ...penalties } as unknown as Record<string, Schema>)[`${title}Number`];
    const { fallback } = schema === undefined ? {} : v.getMetadata(schema);
    expect([title, /Unknown ones become (-?\d+)\./.exec(written)?.[1]]).toEqual([title, fallback?.toString()]);
  }
});

test('every link leads to a section or a file', () => {
  const anchors = new Set(
    sections.map(({ title }) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  const targets = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(targets.filter((anchor) => !anchors.has(anchor))).toEqual([]);
});

test('every address is one of a call', () => {
  const bare = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const paths = new Set(['/api/openapi.json', ...Object.values(calls).map(({ path }) => bare(path))]);
  const named = [...text.matchAll(/(?<=`(?:GET |POST )?)\/api\/[\w/{}.]+(?=`)/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !paths.has(bare(path)))).toEqual([]);
});

test('the limits are those of the server', () => {
  const { recorder, account, all } = recorderBudgets;
  const kibibytes = (bytes: number) => `${bytes / 1_024} KiB`;
  for (const limit of [
    `At most ${kibibytes(liveMessageLimit)} a message`,
    `${maxDocument / 1_024 ** 2} MiB`,
    `${kibibytes(recorder.bytes)} a recorder, ${kibibytes(account.bytes)} a user`,
    `${recorder.time / 1_000} s a recorder, ${account.time / 1_000} s a user, ${all.time / 1_000} s all`,
    `${liveLimits.viewer.network} viewers, or ${liveLimits.newPerMinute.network} new ones a minute`,
    `${liveLimits.recorder.account} recorders of this user`,
    `within ${ticketLifetime / 1_000} s`,
    `has sent nothing for ${recorderSilence / 1_000} s`,
    `| ${abandonedAfter / 60_000} minutes `,
    `the last ${historyLength} changes`,
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(limit);
});

test('the answer to a registration is one', () => {
  const register = sections.find(({ title }) => title === 'Register') as Section;
  const [answer = ''] = codeOf(register);
  expect(v.safeParse(LiveRegistration, JSON.parse(answer)).issues).toBeUndefined();
});
