import { assign, setup } from 'xstate';
import { promised } from './actor-types.ts';
import type { Draft, DraftContext, DraftStatus } from './editor-content.ts';
import { eventOf } from './event-params.ts';

type DraftEvent<Value> =
  | { readonly type: 'draft.changed'; readonly draft: Draft<Value> | null }
  /** Writes the draft now, such as before the page is hidden. */
  | { readonly type: 'draft.flush' };

const setDraft = { type: 'setDraft', params: eventOf } as const;

/** Restores the draft of an earlier visit, then stores each change of it a moment later, until there is none. */
export function createDraftKeeper<Value>() {
  return setup({
    types: {
      context: {} as DraftContext<Value>,
      events: {} as DraftEvent<Value>,
      tags: {} as 'reading' | 'failed',
    },
    actors: {
      readDraft: promised<Draft<Value> | null, undefined>('readDraft'),
      writeDraft: promised<void, { readonly draft: Draft<Value> }>('writeDraft'),
      removeDraft: promised<void, undefined>('removeDraft'),
    },
    guards: {
      isCurrent: ({ context }) => context.stored === context.draft,
      isObsolete: ({ context }) => context.stored !== null && context.draft === null,
      isStale: ({ context }) => ![null, context.stored].includes(context.draft),
      isWritingOutdated: ({ context }) => ![null, context.writing].includes(context.draft),
      isUnkeepable: ({ context }) => !context.canStore && context.draft !== null,
      canStore: ({ context }) => context.canStore,
    },
    actions: {
      setFound: assign((_, { draft }: { draft: Draft<Value> | null }) => ({ stored: draft, draft })),
      stopKeeping: assign({ canStore: false }),
      setDraft: assign((_, { draft }: { draft: Draft<Value> | null }) => ({ draft })),
      startWriting: assign(({ context }) => ({ writing: context.draft })),
      setStored: assign(({ context }) => ({ stored: context.writing, isRefused: false })),
      setRemoved: assign({ stored: null }),
      setRefused: assign({ isRefused: true }),
      clearRefused: assign({ isRefused: false }),
    },
    /** How much typing a crash may lose. */
    delays: { draftDelay: 300 },
  }).createMachine({
    id: 'draftKeeper',
    context: { draft: null, stored: null, writing: null, canStore: true, isRefused: false },
    on: { 'draft.changed': { actions: setDraft } },
    initial: 'reading',
    states: {
      reading: {
        tags: 'reading',
        invoke: {
          src: 'readDraft',
          onDone: { target: 'idle', actions: { type: 'setFound', params: ({ event }) => ({ draft: event.output }) } },
          onError: { target: 'idle', actions: 'stopKeeping' },
        },
      },
      idle: {
        always: [
          { guard: 'isObsolete', target: 'removing' },
          { guard: 'isUnkeepable', target: 'failed', actions: 'setRefused' },
          { guard: 'isStale', target: 'pending' },
        ],
      },
      pending: {
        always: [
          { guard: 'isCurrent', target: 'idle', actions: 'clearRefused' },
          { guard: 'isObsolete', target: 'removing', actions: 'clearRefused' },
        ],
        after: { draftDelay: 'writing' },
        on: { 'draft.flush': 'writing' },
      },
      writing: {
        entry: 'startWriting',
        invoke: {
          src: 'writeDraft',
          input: ({ context }) => ({ draft: writingOf(context) }),
          onDone: { target: 'idle', actions: 'setStored' },
          onError: { target: 'failed', actions: 'setRefused' },
        },
        on: { 'draft.flush': { guard: 'isWritingOutdated', target: 'writing', reenter: true } },
      },
      removing: {
        invoke: { src: 'removeDraft', onDone: { target: 'idle', actions: 'setRemoved' }, onError: 'notRemoved' },
      },
      /** The next change tries again to write it. */
      failed: {
        tags: 'failed',
        always: [
          { guard: 'isCurrent', target: 'idle', actions: 'clearRefused' },
          { guard: 'isObsolete', target: 'removing', actions: 'clearRefused' },
        ],
        on: {
          'draft.changed': { guard: 'canStore', target: 'pending', actions: setDraft },
          'draft.flush': { guard: 'canStore', target: 'writing' },
        },
      },
      /** A draft that should be gone; it is removed or replaced with the next change. */
      notRemoved: {
        on: {
          'draft.changed': { target: 'idle', actions: setDraft },
          'draft.flush': 'idle',
        },
      },
    },
  });
}

interface Snapshot<Value> {
  readonly context: DraftContext<Value>;
  readonly hasTag: (tag: 'reading' | 'failed') => boolean;
}

export function statusOf<Value>(snapshot: Snapshot<Value>): DraftStatus<Value> {
  const { stored, isRefused } = snapshot.context;
  return { stored, isRefused, isRead: !snapshot.hasTag('reading'), hasFailed: snapshot.hasTag('failed') };
}

/** The machine without its types, for the diagram. */
export const draftKeeperMachine = createDraftKeeper<unknown>();

/** @throws Error when no draft is being written. */
function writingOf<Value>({ writing }: DraftContext<Value>): Draft<Value> {
  if (writing === null) throw new Error('no draft is being written');
  return writing;
}
