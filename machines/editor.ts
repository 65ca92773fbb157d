// One statechart: the content, its draft, the network and Retry-After decide together whether a save is sent.

import { not } from 'xstate';
import { statusOf } from './draft-keeper.ts';
import type { Versioned } from './editor-content.ts';
import { contentOf, emptyContext, saveOf, versioned } from './editor-context.ts';
import { type SaveOutcome, setupEditor } from './editor-setup.ts';
import { errorOf, eventOf } from './event-params.ts';

/**
 * The editor of one entity. Its input is a draft on the device until it is saved or discarded. A save names
 * the version that it changes; where the server has a newer one, changes of both sides are merged by field, and a field
 * that both changed is left to the user. Nothing is sent without `editor.save`; a save without an answer is sent again, with
 * its key, when the network was lost meanwhile.
 */
export function createEditorMachine<Value extends object, Answer = unknown>() {
  const outcomeOf = ({ event }: { event: { output: SaveOutcome<Value, Answer> } }) => ({ outcome: event.output });
  const theirsOf = ({ event }: { event: Versioned<Value> }) => ({ theirs: versioned(event) });
  const setTheirs = { type: 'setTheirs', params: theirsOf } as const;
  return setupEditor<Value, Answer>().createMachine({
    id: 'editor',
    type: 'parallel',
    context: emptyContext,
    invoke: {
      id: 'drafts',
      src: 'drafts',
      onSnapshot: { actions: { type: 'setDrafts', params: ({ event }) => ({ drafts: statusOf(event.snapshot) }) } },
    },
    on: { 'editor.flush': { actions: 'flushDraft' } },
    states: {
      network: {
        invoke: { src: 'watchNetwork' },
        initial: 'online',
        states: {
          online: { on: { 'network.offline': 'offline' } },
          offline: { tags: 'offline', on: { 'network.online': 'online' } },
        },
      },
      retryAfter: {
        initial: 'over',
        states: {
          over: { always: { guard: 'mustWait', target: 'counting' } },
          counting: {
            tags: 'waiting',
            always: { guard: not('mustWait'), target: 'over' },
            after: { second: { target: 'counting', reenter: true, actions: 'countDown' } },
          },
        },
      },
      entity: {
        initial: 'reading',
        states: {
          reading: {
            tags: 'loading',
            on: { 'editor.change': { actions: { type: 'setTyped', params: eventOf } } },
            always: { guard: 'hasReadDrafts', target: 'loading', actions: 'setFound' },
          },
          loading: {
            tags: 'loading',
            entry: 'clearFailure',
            on: { 'editor.change': { actions: { type: 'setTyped', params: eventOf } } },
            invoke: {
              src: 'load',
              input: { isReload: false },
              onDone: [
                {
                  guard: { type: 'hasFoundNothing', params: outcomeOf },
                  target: 'unavailable',
                  actions: { type: 'setFailure', params: outcomeOf },
                },
                {
                  guard: { type: 'hasFailed', params: outcomeOf },
                  target: 'ready',
                  actions: ['openFound', { type: 'setFailure', params: outcomeOf }],
                },
                { target: 'ready', actions: { type: 'open', params: outcomeOf } },
              ],
              onError: [
                { guard: 'hasFound', target: 'ready', actions: ['openFound', setError] },
                { target: 'unavailable', actions: setError },
              ],
            },
          },
          unavailable: {
            tags: 'unavailable',
            on: {
              'editor.change': { actions: { type: 'setTyped', params: eventOf } },
              'editor.retry': 'loading',
              'network.online': 'loading',
            },
          },
          ready: {
            invoke: { src: 'watchEntity' },
            initial: 'opening',
            states: {
              opening: {
                always: [
                  { guard: 'hasTyped', target: 'deciding', actions: 'applyTyped' },
                  { guard: 'hasConflicts', target: 'conflict' },
                  { guard: 'isDirty', target: 'unsaved.restored' },
                  { target: 'clean' },
                ],
              },
              clean: {
                tags: 'clean',
                on: {
                  'editor.change': { target: 'deciding', actions: { type: 'change', params: eventOf } },
                  'entity.changed': { actions: { type: 'adopt', params: theirsOf } },
                },
                initial: 'untouched',
                states: { untouched: {}, saved: { tags: 'saved', entry: 'endSave' } },
              },
              /** After a change or a failure. */
              deciding: {
                always: [
                  { guard: 'hasConflicts', target: 'conflict' },
                  { guard: 'isRefused', target: 'unsaved.refused' },
                  { guard: 'isDirty', target: 'unsaved.dirty' },
                  { target: 'clean', actions: 'clearFailure' },
                ],
              },
              unsaved: {
                tags: 'dirty',
                on: {
                  'editor.change': { target: 'deciding', actions: { type: 'change', params: eventOf } },
                  'editor.save': {
                    guard: 'canSave',
                    target: 'rebasing',
                    actions: { type: 'submit', params: eventOf },
                  },
                  'editor.discard': [
                    { guard: 'isUncertain', target: '#editor.entity.loading', actions: 'discard' },
                    { target: 'clean', actions: 'discard' },
                  ],
                  'entity.changed': [
                    {
                      guard: { type: 'isOwnWrite', params: theirsOf },
                      target: 'rebasing',
                      actions: ['clearFailure', setTheirs],
                    },
                    { actions: setTheirs },
                  ],
                },
                initial: 'dirty',
                states: {
                  dirty: {},
                  /** A draft of an earlier visit; the failure says why its entity could not be loaded. */
                  restored: {
                    tags: 'restored',
                    on: {
                      'editor.change': {
                        target: '#editor.entity.ready.deciding',
                        actions: ['clearFailure', { type: 'change', params: eventOf }],
                      },
                    },
                  },
                  refused: {
                    tags: 'refused',
                    on: { 'network.online': { guard: 'hasNetworkFailure', target: 'dirty', actions: 'clearFailure' } },
                  },
                },
              },
              conflict: {
                tags: ['dirty', 'conflict'],
                entry: 'endSave',
                on: {
                  'editor.change': { actions: { type: 'change', params: eventOf } },
                  'editor.discard': { target: 'clean', actions: 'discard' },
                  'conflict.choose': { target: 'deciding', actions: { type: 'resolve', params: eventOf } },
                  'entity.changed': { target: 'deciding', actions: [setTheirs, 'rebase'] },
                },
              },
              /** Merges with the server's newer value, if there is one. */
              rebasing: {
                entry: 'rebase',
                always: [
                  { guard: 'hasConflicts', target: 'conflict' },
                  { guard: 'mustSave', target: 'sending' },
                  { guard: 'isRefused', target: 'unsaved.refused' },
                  { guard: 'isDirty', target: 'unsaved.dirty' },
                  { target: 'clean.saved' },
                ],
              },
              sending: {
                tags: ['dirty', 'saving'],
                on: {
                  'editor.change': { actions: { type: 'change', params: eventOf } },
                  'entity.changed': { actions: setTheirs },
                },
                initial: 'preparing',
                states: {
                  /** The attempt is in the draft before it is sent, so that its key survives a crash. */
                  preparing: {
                    entry: ['startAttempt', 'setReported', 'reportDraft', 'flushDraft'],
                    always: [
                      { guard: 'isAttemptStored', target: 'saving' },
                      { guard: 'hasDraftFailed', target: 'saving' },
                    ],
                    after: { draftTimeout: 'saving' },
                  },
                  saving: {
                    ...unanswered,
                    on: {
                      ...unanswered.on,
                      'editor.resend': { guard: 'isOnline', ...resave },
                      'network.online': resave,
                    },
                    invoke: {
                      src: 'save',
                      input: ({ context }) => saveOf(contentOf(context)),
                      onDone: [
                        {
                          guard: { type: 'isOutdated', params: outcomeOf },
                          target: 'reloading',
                          actions: { type: 'setFailure', params: outcomeOf },
                        },
                        {
                          guard: { type: 'hasFailed', params: outcomeOf },
                          target: '#editor.entity.ready.deciding',
                          actions: { type: 'setRefusal', params: outcomeOf },
                        },
                        {
                          target: '#editor.entity.ready.answered',
                          actions: [
                            { type: 'emitSaved', params: outcomeOf },
                            { type: 'setAnswer', params: outcomeOf },
                          ],
                        },
                      ],
                      onError: { target: '#editor.entity.ready.deciding', actions: setError },
                    },
                  },
                  /** The server has a newer version: a 412 does not say which. */
                  reloading: {
                    ...unanswered,
                    on: {
                      ...unanswered.on,
                      'editor.resend': { guard: 'isOnline', ...reload },
                      'network.online': reload,
                    },
                    invoke: {
                      src: 'load',
                      input: { isReload: true },
                      onDone: [
                        {
                          guard: { type: 'hasFailed', params: outcomeOf },
                          target: '#editor.entity.ready.deciding',
                          actions: { type: 'setReloadFailure', params: outcomeOf },
                        },
                        {
                          target: '#editor.entity.ready.rebasing',
                          actions: { type: 'restart', params: outcomeOf },
                        },
                      ],
                      onError: { target: '#editor.entity.ready.deciding', actions: setError },
                    },
                  },
                },
              },
              answered: {
                always: [{ guard: 'isDirty', target: 'unsaved.dirty' }, { target: 'clean.saved' }],
              },
            },
          },
        },
      },
      draft: {
        initial: 'reported',
        states: {
          reported: { always: { guard: 'hasDraftNews', target: 'changed' } },
          changed: { entry: ['setReported', 'reportDraft'], always: 'reported' },
        },
      },
    },
  });
}

/** A request of a save that the user waits for. */
const unanswered = {
  exit: 'clearOverdue',
  after: { slowRequestDelay: { actions: 'reportSlow' }, overdueDelay: { actions: 'setOverdue' } },
  on: { 'editor.stop': { target: '#editor.entity.ready.deciding', actions: ['abort', 'setStopped'] } },
} as const;
const setError = { type: 'setError', params: errorOf } as const;
const resave = { target: 'saving', reenter: true, actions: ['abort', 'markResent'] } as const;
const reload = { target: 'reloading', reenter: true, actions: 'abort' } as const;

/** The machine without its types, for the diagram. */
export const editorMachine = createEditorMachine<object>();
