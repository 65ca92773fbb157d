import { expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { createFailure, type Outcome } from '#contract/api/problem';
import { unreached } from '../tests/machine-coverage.ts';
import { editorMachine } from './editor.ts';
import type { Draft } from './editor-content.ts';
import type { EditorContext } from './editor-context.ts';

interface Entity {
  readonly a: string;
  readonly b: string;
}

const first: Entity = { a: 'a0', b: 'b0' };
const mine: Entity = { a: 'mine', b: 'b0' };
const theirs: Entity = { a: 'theirs', b: 'b0' };
const versioned = (value: Entity, version: string) => ({ value, version });
const problem = (status: number, retryAfter: number | null = null) => ({
  failure: createFailure('problem', { status, retryAfter }),
});
const draft: Draft<Entity> = { value: mine, base: first, version: '"1"', attempts: [] };

const done = (state: string, output?: Outcome<Entity> | Draft<Entity> | null) => ({
  type: `xstate.done.actor.0.editor.${state}`,
  output,
});
const failed = (state: string) => ({ type: `xstate.error.actor.0.editor.${state}`, error: new Error('x') });
const after = (delay: string, state: string) => ({ type: `xstate.after.${delay}.editor.${state}` });

/** A report of the keeper of drafts. */
function keeper(stored: Draft<Entity> | null, state: 'idle' | 'failed' | 'refused' = 'idle') {
  const hasTag = (tag: string) => tag === state;
  return { type: 'xstate.snapshot.drafts', snapshot: { context: { stored, isRefused: state === 'refused' }, hasTag } };
}

const opening = [
  keeper(null),
  keeper(draft),
  done('entity.loading', versioned(first, '"1"')),
  done('entity.loading', versioned(theirs, '"2"')),
  done('entity.loading', problem(404)),
  failed('entity.loading'),
];
const typing = [
  { type: 'editor.change', patch: { a: 'mine' } },
  { type: 'editor.change', patch: { a: 'a0' } },
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
  done('entity.ready.sending.reloading', versioned({ ...first, b: 'theirs' }, '"2"')),
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
const resolving = ['mine', 'theirs'].map((side) => ({ type: 'conflict.choose', field: 'a', side }));
const storing = [keeper(null, 'failed'), keeper(draft, 'refused')];

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
  }: EditorContext<Entity> = context;
  return JSON.stringify([
    [value.network, value.retryAfter, value.entity, secondsLeft, isVerified],
    [content?.value.a, content?.base.a, content?.attempts.length === 0, found === null, typed === null],
    [newer === null, failure?.kind, conflicts.length, submitted === null],
  ]);
}

/** The same for the draft. */
function serializeDraft(snapshot: AnyMachineSnapshot): string {
  const { drafts, reported }: EditorContext<Entity> = snapshot.context;
  const { isRead, isRefused, hasFailed, stored } = drafts;
  return JSON.stringify([
    serializeEntity(snapshot),
    [isRead, isRefused, hasFailed, stored === null, reported === null],
  ]);
}

test('every state and transition can be reached', () => {
  const ready = opening.slice(0, 4);
  const walks = [
    { events: [...opening, ...typing, ...outside, ...resolving], serializeState: serializeEntity },
    { events: [...ready, ...typing.slice(0, 4), ...saving.slice(0, 3), ...storing], serializeState: serializeDraft },
    {
      events: [...ready, ...typing.slice(0, 2), ...outside.slice(2), ...saving, ...waiting],
      serializeState: serializeEntity,
    },
  ];
  expect(unreached(editorMachine, ...walks)).toEqual([]);
}, 90_000);
