import { expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { createFailure, type Outcome } from '#contract/api/problem';
import { unreached } from '../tests/machine-coverage.ts';
import { type Draft, type EditorContext, editorMachine } from './editor.ts';

interface League {
  readonly name: string;
  readonly text: string;
}

const old: League = { name: 'Old', text: 'old' };
const mine: League = { name: 'Mine', text: 'old' };
const theirs: League = { name: 'Theirs', text: 'old' };
const draft: Draft<League> = { value: mine, base: old, version: '"1"', attempts: [] };
const versioned = (value: League, version: string) => ({ value, version });
const problem = (status: number, retryAfter: number | null = null) => ({
  failure: createFailure('problem', { status, retryAfter }),
});
const done = (state: string, output?: Outcome<League> | Draft<League> | null) => ({
  type: `xstate.done.actor.0.editor.${state}`,
  output,
});
const failed = (state: string) => ({ type: `xstate.error.actor.0.editor.${state}`, error: new Error('x') });
const after = (delay: string, state: string) => ({ type: `xstate.after.${delay}.editor.${state}` });

const opening = [
  done('draft.reading', null),
  done('draft.reading', draft),
  failed('draft.reading'),
  done('entity.loading', versioned(old, '"1"')),
  done('entity.loading', versioned(theirs, '"2"')),
  done('entity.loading', problem(404)),
  failed('entity.loading'),
];
const typing = [
  { type: 'editor.change', patch: { name: 'Mine' } },
  { type: 'editor.change', patch: { name: 'Old' } },
  { type: 'editor.discard' },
  { type: 'editor.flush' },
  { type: 'editor.retry' },
];
const outside = [
  { type: 'network.online' },
  { type: 'network.offline' },
  { type: 'entity.changed', ...versioned(theirs, '"2"') },
  { type: 'entity.changed', ...versioned(mine, '"3"') },
];
const saving = [
  { type: 'editor.save', key: 'k' },
  after('draftTimeout', 'entity.ready.sending.preparing'),
  done('entity.ready.sending.saving', versioned(mine, '"2"')),
  done('entity.ready.sending.saving', problem(412)),
  done('entity.ready.sending.saving', problem(429, 2)),
  done('entity.ready.sending.saving', { failure: createFailure('unreachable') }),
  failed('entity.ready.sending.saving'),
  done('entity.ready.sending.reloading', versioned(theirs, '"2"')),
  done('entity.ready.sending.reloading', versioned(mine, '"2"')),
  done('entity.ready.sending.reloading', versioned({ ...old, text: 'theirs' }, '"2"')),
  done('entity.ready.sending.reloading', problem(404)),
  failed('entity.ready.sending.reloading'),
  { type: 'xstate.after.second.editor.retryAfter.counting' },
];
const waiting = [
  { type: 'editor.stop' },
  { type: 'editor.resend' },
  { type: 'network.online' },
  ...['saving', 'reloading'].flatMap((state) => [
    after('slowRequestDelay', `entity.ready.sending.${state}`),
    after('overdueDelay', `entity.ready.sending.${state}`),
  ]),
];
const resolving = ['mine', 'theirs'].map((side) => ({ type: 'conflict.choose', field: 'name', side }));
const storing = [
  after('draftDelay', 'draft.pending'),
  ...['writing', 'removing'].flatMap((state) => [done(`draft.${state}`), failed(`draft.${state}`)]),
];

/** The values that decide a transition of the entity, without texts and keys. */
function serializeEntity({ value, context }: AnyMachineSnapshot): string {
  const {
    content,
    typed,
    found,
    theirs: newer,
    failure,
    conflicts,
    submitted,
    secondsLeft,
    isVerified,
  }: EditorContext<League> = context;
  return JSON.stringify([
    [value.network, value.retryAfter, value.entity, secondsLeft, isVerified],
    [content?.value.name, content?.base.name, content?.attempts.length === 0, found === null, typed === null],
    [newer === null, failure?.kind, conflicts.length, submitted === null],
  ]);
}

/** The same for the draft. */
function serializeDraft(snapshot: AnyMachineSnapshot): string {
  const { content, stored, writing, found, canStore, isDraftRefused }: EditorContext<League> = snapshot.context;
  return JSON.stringify([
    serializeEntity(snapshot),
    [snapshot.value['draft'], stored === null, stored === content, writing === content, found === null],
    [canStore, isDraftRefused],
  ]);
}

test('every state and transition can be reached', () => {
  const input = { isNew: false };
  const ready = opening.slice(0, 5);
  const walks = [
    { input, events: [...opening, ...typing, ...outside, ...resolving], serializeState: serializeEntity },
    {
      input,
      events: [...ready, ...typing.slice(0, 4), ...saving.slice(0, 3), ...storing],
      serializeState: serializeDraft,
    },
    {
      input,
      events: [...ready, ...typing.slice(0, 2), ...outside.slice(2), ...saving, ...waiting],
      serializeState: serializeEntity,
    },
  ];
  expect(unreached(editorMachine, ...walks)).toEqual([]);
}, 90_000);
