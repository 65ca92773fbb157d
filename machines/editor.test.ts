import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure, type Outcome } from '#contract/api/problem';
import {
  createEditorMachine,
  type Draft,
  type EditorEvent,
  type EditorSaved,
  isBase,
  rebase,
  resolve,
  type Save,
  selectIsDirty,
  selectTheirs,
  selectUnstoredDraft,
  selectValue,
  type Versioned,
  withAttempt,
} from './editor.ts';

interface League {
  readonly name: string;
  readonly text: string;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => undefined);

const old: League = { name: 'Old', text: 'old' };
const mine: League = { name: 'Mine', text: 'old' };
const v1 = { value: old, version: '"1"' };
const v2 = { value: mine, version: '"2"' };
/** Another user has changed another field than `mine`, or the same one. */
const otherField = { value: { name: 'Old', text: 'theirs' }, version: '"2"' };
const sameField = { value: { name: 'Theirs', text: 'old' }, version: '"2"' };
const lost = { failure: createFailure('unreachable') };
const changed = { failure: createFailure('problem', { status: 412 }) };
const invalid = {
  failure: createFailure('problem', { status: 422, fieldErrors: [{ path: 'name', message: 'is taken' }] }),
};
const limited = { failure: createFailure('problem', { status: 429, retryAfter: 2 }) };
const draft: Draft<League> = { ...v1, value: mine, base: old, attempts: [] };

type Answer = Outcome<League> | Error | (() => Promise<Outcome<League>>);

interface Fixture {
  readonly loads: Answer[];
  readonly saves: Answer[];
  /** The store of drafts; an Error is thrown for each access. */
  stored: Draft<League> | null | Error;
  read: () => Promise<void>;
  write: () => Promise<void>;
  remove: () => Promise<void>;
}

async function answerOf(answer: Answer | undefined): Promise<Outcome<League>> {
  if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no more answers');
  return typeof answer === 'function' ? answer() : answer;
}

/** An editor over a server that answers as listed. */
async function open(parts: Partial<Fixture> = {}, isNew = false) {
  const done = async () => undefined;
  const fixture: Fixture = { loads: [v1], saves: [], stored: null, read: done, write: done, remove: done, ...parts };
  const clock = new SimulatedClock();
  const sent: Save<League>[] = [];
  const writes: Draft<League>[] = [];
  const log: string[] = [];
  /** Whether each load was one of a newer version. */
  const loaded: boolean[] = [];
  const saved: EditorSaved<League, string>[] = [];
  let reportNetwork: (event: EditorEvent<League>) => void = () => undefined;
  let reportEntity: (event: EditorEvent<League>) => void = () => undefined;
  const machine = createEditorMachine<League, string>().provide({
    actors: {
      load: fromPromise(({ input }) => {
        loaded.push(input.isReload);
        return answerOf(fixture.loads.shift());
      }),
      save: fromPromise(async ({ input }) => {
        sent.push(input);
        const outcome = await answerOf(fixture.saves.shift());
        return 'failure' in outcome ? outcome : { ...outcome, answer: `stored as ${outcome.version}` };
      }),
      readDraft: fromPromise(async () => {
        await fixture.read();
        if (fixture.stored instanceof Error) throw fixture.stored;
        return structuredClone(fixture.stored);
      }),
      writeDraft: fromPromise(async ({ input }) => {
        await fixture.write();
        writes.push(input.draft);
        fixture.stored = structuredClone(input.draft);
      }),
      removeDraft: fromPromise(async () => {
        await fixture.remove();
        fixture.stored = null;
      }),
      watchNetwork: fromCallback(({ sendBack }) => {
        reportNetwork = sendBack;
      }),
      watchEntity: fromCallback(({ sendBack }) => {
        reportEntity = sendBack;
      }),
    },
    actions: { reportSlow: () => log.push('slow'), abort: () => log.push('abort') },
  });
  const actor = createActor(machine, { clock, input: { isNew } });
  actor.on('editor.saved', (event) => saved.push(event));
  actor.start();
  await settled();
  const send = async (event: EditorEvent<League>) => {
    actor.send(event);
    await settled();
  };
  return {
    fixture,
    sent,
    writes,
    log,
    loaded,
    saved,
    network: async (state: 'online' | 'offline') => {
      reportNetwork({ type: `network.${state}` });
      await settled();
    },
    send,
    snapshot: () => actor.getSnapshot(),
    tags: () => {
      const snapshot = actor.getSnapshot();
      return [...snapshot.tags, ...(snapshot.context.isDraftRefused ? ['draftNotKept'] : [])].toSorted();
    },
    value: () => selectValue(actor.getSnapshot()),
    failure: () => actor.getSnapshot().context.failure,
    type: (patch: Partial<League>) => send({ type: 'editor.change', patch }),
    save: (key = 'k1') => send({ type: 'editor.save', key }),
    receive: async (theirs: Versioned<League>) => {
      reportEntity({ type: 'entity.changed', ...theirs });
      await settled();
    },
    pass: async (time: number) => {
      clock.increment(time);
      await settled();
    },
    stored: () => fixture.stored,
  };
}

/** An answer that comes when `answer` is called. */
function later() {
  let answer: (outcome: Outcome<League>) => void = () => undefined;
  const pending = new Promise<Outcome<League>>((resolve) => {
    answer = resolve;
  });
  return { wait: () => pending, answer: (outcome: Outcome<League>) => answer(outcome) };
}

const attempt = (value: League, key: string, isResent = false) => ({ key, sent: value, isResent });

describe('loading', () => {
  test('shows what was loaded, clean', async () => {
    const { snapshot, tags, stored } = await open();
    expect([
      tags(),
      selectValue(snapshot()),
      snapshot().context.content?.base ?? null,
      selectIsDirty(snapshot()),
    ]).toEqual([['clean'], old, old, false]);
    expect(stored()).toBeNull();
  });

  test('is unavailable when it cannot be loaded, until a retry or the network succeeds', async () => {
    const { tags, failure, send, value } = await open({ loads: [lost, new Error('bug'), v1] });
    expect([tags(), failure()?.kind]).toEqual([['unavailable'], 'unreachable']);
    await send({ type: 'editor.retry' });
    expect([tags(), failure()?.message]).toEqual([['unavailable'], 'Error: bug']);
    await send({ type: 'network.offline' });
    await send({ type: 'network.online' });
    expect([tags(), failure(), value()]).toEqual([['clean'], null, old]);
  });

  test('takes over what was typed before it was loaded, also over a draft of an earlier visit', async () => {
    const answer = later();
    const editor = await open({ loads: [answer.wait], stored: { ...draft, value: { ...mine, text: 'earlier' } } });
    await editor.type({ name: 'Early' });
    expect([editor.tags(), editor.value(), editor.snapshot().context.typed]).toEqual([
      ['loading'],
      null,
      { name: 'Early' },
    ]);
    await editor.type({ name: 'Early bird' });
    answer.answer(v1);
    await settled();
    expect([editor.value(), editor.snapshot().context.typed]).toEqual([{ name: 'Early bird', text: 'earlier' }, null]);
    expect([editor.tags(), selectUnstoredDraft(editor.snapshot())?.value.name]).toEqual([['dirty'], 'Early bird']);
    await editor.pass(300);
    expect([editor.writes.length, selectUnstoredDraft(editor.snapshot())]).toEqual([1, null]);
  });

  test('takes over what was typed before the drafts of a slow device were read', async () => {
    let finish: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const editor = await open({ read: () => reading });
    expect(editor.tags()).toEqual(['loading']);
    await editor.type({ name: 'Early' });
    finish();
    await settled();
    expect([editor.tags(), editor.value()]).toEqual([['dirty'], { name: 'Early', text: 'old' }]);
  });

  test('is clean when what was typed early is what it has', async () => {
    const answer = later();
    const editor = await open({ loads: [answer.wait] });
    await editor.type({ name: 'Old' });
    answer.answer(v1);
    await settled();
    expect([editor.tags(), editor.value()]).toEqual([['clean'], old]);
  });

  test('keeps what was typed while it cannot be loaded', async () => {
    const editor = await open({ loads: [lost, v1] });
    await editor.type({ name: 'Early' });
    await editor.send({ type: 'editor.retry' });
    expect([editor.tags(), editor.value()]).toEqual([['dirty'], { name: 'Early', text: 'old' }]);
  });

  test('restores the draft of the same version, and keeps it stored', async () => {
    const { tags, value, stored, pass } = await open({ stored: draft });
    await pass(1_000);
    expect([tags(), value(), stored()]).toEqual([['dirty', 'restored'], mine, draft]);
  });

  test('merges a draft with the newer version when they changed different fields', async () => {
    const { tags, snapshot, pass, stored } = await open({ stored: draft, loads: [otherField] });
    const merged = { name: 'Mine', text: 'theirs' };
    expect([tags(), selectValue(snapshot()), snapshot().context.content?.base ?? null]).toEqual([
      ['dirty', 'restored'],
      merged,
      otherField.value,
    ]);
    await pass(300);
    expect(stored()).toEqual({ value: merged, base: otherField.value, version: '"2"', attempts: [] });
  });

  test('is in conflict when a draft and the newer version changed the same field', async () => {
    const { tags, snapshot } = await open({ stored: draft, loads: [sameField] });
    expect([tags(), snapshot().context.conflicts, selectValue(snapshot()), selectTheirs(snapshot())]).toEqual([
      ['conflict', 'dirty'],
      ['name'],
      mine,
      sameField.value,
    ]);
  });

  test('is clean and removes the draft when the server has what the draft has', async () => {
    const { tags, stored } = await open({ stored: draft, loads: [v2] });
    expect([tags(), stored()]).toEqual([['clean'], null]);
  });

  test('finds that a save whose answer a crash lost was applied, and keeps what was typed after it', async () => {
    const typed = { name: 'Mine', text: 'more' };
    const { tags, snapshot } = await open({
      stored: { ...draft, value: typed, attempts: [attempt(mine, 'k0')] },
      loads: [v2],
    });
    expect([tags(), snapshot().context.content?.base ?? null, selectValue(snapshot())]).toEqual([
      ['dirty', 'restored'],
      mine,
      typed,
    ]);
  });

  test.each([
    ['the answer', lost],
    ['a bug', new Error('bug')],
  ])('edits a draft whose entity cannot be loaded because of %s', async (_, answer) => {
    const { tags, value, failure, type, send } = await open({ stored: draft, loads: [answer, v1] });
    expect([tags(), value(), failure() === null]).toEqual([['dirty', 'restored'], mine, false]);
    await type({ text: 'more' });
    expect([tags(), failure(), value()]).toEqual([['dirty'], null, { ...mine, text: 'more' }]);
    await send({ type: 'editor.discard' });
    expect([tags(), value()]).toEqual([['clean'], old]);
  });
});

describe('drafts', () => {
  test('writes what is typed 300 ms after the first change, with the changes since', async () => {
    const { type, pass, writes, tags } = await open();
    await type({ name: 'M' });
    await pass(200);
    await type({ name: 'Mine' });
    await pass(99);
    expect([tags(), writes]).toEqual([['dirty'], []]);
    await pass(1);
    expect(writes).toEqual([draft]);
    await pass(1_000);
    expect(writes.length).toBe(1);
  });

  test('removes the draft when the text is back to what it was', async () => {
    const { type, pass, stored, tags, writes } = await open();
    await type({ name: 'Mine' });
    await pass(300);
    expect(stored()).toEqual(draft);
    await type({ name: 'Old' });
    expect([tags(), stored()]).toEqual([['clean'], null]);
    await type({ name: 'Mine' });
    await type({ name: 'Old' });
    await pass(300);
    expect(writes.length).toBe(1);
  });

  test('writes at once when it is flushed, also what was typed during a write', async () => {
    let finish: () => void = () => undefined;
    const { type, send, stored, fixture, pass } = await open();
    await type({ name: 'M' });
    await send({ type: 'editor.flush' });
    expect(stored()).toEqual({ ...draft, value: { ...old, name: 'M' } });
    fixture.write = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    await type({ name: 'Mi' });
    await pass(300);
    await type({ name: 'Mine' });
    fixture.write = async () => undefined;
    await send({ type: 'editor.flush' });
    expect(stored()).toEqual(draft);
    finish();
  });

  test('shows that a draft is not kept until a later change is written', async () => {
    const full = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { type, pass, tags, fixture, stored, send } = await open({ write: full });
    await type({ name: 'M' });
    await pass(300);
    expect([tags(), stored()]).toEqual([['dirty', 'draftNotKept'], null]);
    await send({ type: 'editor.flush' });
    expect(tags()).toEqual(['dirty', 'draftNotKept']);
    fixture.write = async () => undefined;
    await type({ name: 'Mine' });
    expect(tags()).toEqual(['dirty', 'draftNotKept']);
    await pass(300);
    expect([tags(), stored()]).toEqual([['dirty'], draft]);
  });

  test('does not show that a draft was not kept once the text is back to what it was', async () => {
    const full = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { type, pass, tags } = await open({ write: full });
    await type({ name: 'M' });
    await pass(300);
    await type({ name: 'Old' });
    expect(tags()).toEqual(['clean']);
    await type({ name: 'M' });
    expect(tags()).toEqual(['dirty']);
  });

  test('does not overwrite a draft that could not be read, and shows that nothing is kept', async () => {
    const { type, pass, tags, writes, save, fixture, send } = await open({ stored: new Error('broken'), saves: [v2] });
    fixture.stored = { ...draft, value: { name: 'Unseen', text: 'old' } };
    await type({ name: 'Mine' });
    await pass(300);
    await send({ type: 'editor.flush' });
    expect([tags(), writes]).toEqual([['dirty', 'draftNotKept'], []]);
    await save();
    expect([tags(), writes, fixture.stored.value.name]).toEqual([['clean', 'saved'], [], 'Unseen']);
  });

  test('writes the draft again when the entity was changed, since another tab may have removed it', async () => {
    const { type, pass, fixture, receive, stored } = await open();
    await type({ name: 'Mine' });
    await pass(300);
    fixture.stored = null;
    await receive(otherField);
    await pass(300);
    expect(stored()).toEqual(draft);
  });

  test('tries again to remove a draft with the next change', async () => {
    const broken = async () => {
      throw new Error('broken');
    };
    const { tags, type, stored, fixture, pass, send } = await open({ stored: draft, loads: [v2], remove: broken });
    expect([tags(), stored()]).toEqual([['clean'], draft]);
    await send({ type: 'editor.flush' });
    expect(stored()).toEqual(draft);
    fixture.remove = async () => undefined;
    await type({ text: 'more' });
    await pass(300);
    expect(stored()).toEqual({ value: { ...mine, text: 'more' }, base: mine, version: '"2"', attempts: [] });
    await type({ text: 'old' });
    expect(stored()).toBeNull();
  });
});

describe('saving', () => {
  test('stores the attempt, sends it with version and key, and removes the draft after the answer', async () => {
    const answer = later();
    const { type, save, sent, tags, stored, snapshot } = await open({ saves: [answer.wait] });
    await type({ name: 'Mine' });
    await save();
    expect([tags(), sent, stored()]).toEqual([
      ['dirty', 'saving'],
      [{ value: mine, base: old, version: '"1"', key: 'k1' }],
      { ...draft, attempts: [attempt(mine, 'k1')] },
    ]);
    const normalized = { name: 'MINE', text: 'old' };
    answer.answer({ value: normalized, version: '"2"' });
    await settled();
    expect([tags(), selectValue(snapshot()), snapshot().context.content?.base ?? null, stored()]).toEqual([
      ['clean', 'saved'],
      normalized,
      normalized,
      null,
    ]);
  });

  test('does not send before the attempt is stored, unless the store does not answer', async () => {
    const { type, save, sent, pass } = await open({ write: never, saves: [v2] });
    await type({ name: 'Mine' });
    await save();
    await pass(1_999);
    expect(sent.length).toBe(0);
    await pass(1);
    expect(sent.length).toBe(1);
  });

  test('sends although the store refuses the attempt', async () => {
    const full = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { type, save, sent, tags, pass } = await open({ write: full, saves: [lost, v2] });
    await type({ name: 'Mine' });
    await save();
    expect([sent.length, tags()]).toEqual([1, ['dirty', 'draftNotKept', 'refused']]);
    await pass(1_000);
    await save('k2');
    expect([sent.map(({ key }) => key), tags()]).toEqual([
      ['k1', 'k1'],
      ['clean', 'saved'],
    ]);
  });

  test('keeps what is typed while it is saved, as a change of the answer', async () => {
    const answer = later();
    const { type, save, tags, snapshot } = await open({ saves: [answer.wait] });
    await type({ name: 'Mine' });
    await save();
    await type({ name: 'Mine too' });
    answer.answer({ value: { name: 'MINE', text: 'old' }, version: '"2"' });
    await settled();
    expect([tags(), selectValue(snapshot())?.name, snapshot().context.content?.base.name]).toEqual([
      ['dirty'],
      'Mine too',
      'MINE',
    ]);
  });

  test('ignores a second save, and a discard, while one is running', async () => {
    const { type, save, sent, send, tags } = await open({ saves: [never] });
    await type({ name: 'Mine' });
    await save();
    await save('k2');
    await send({ type: 'editor.discard' });
    expect([sent.length, tags()]).toEqual([1, ['dirty', 'saving']]);
  });

  test('is not saved any more once something is typed', async () => {
    const { type, save, tags } = await open({ saves: [v2] });
    await type({ name: 'Mine' });
    await save();
    await type({ name: 'Mine' });
    expect(tags()).toEqual(['clean']);
    await type({ name: 'x' });
    expect(tags()).toEqual(['dirty']);
  });

  test('shows why a field was refused until the next save, and keeps the draft', async () => {
    const answer = later();
    const { type, save, tags, snapshot, stored, pass, sent } = await open({ saves: [invalid, answer.wait] });
    await type({ name: 'Mine' });
    await save();
    await type({ text: 'more' });
    await pass(300);
    expect(tags()).toEqual(['dirty', 'refused']);
    expect(snapshot().context.failure?.fieldErrors).toEqual([{ path: 'name', message: 'is taken' }]);
    expect(stored()).toEqual({ ...draft, value: { ...mine, text: 'more' } });
    await save('k2');
    expect([snapshot().context.failure, sent.at(-1)?.key]).toEqual([null, 'k2']);
  });

  test('is clean when the text is back to what it was after a refusal', async () => {
    const { type, save, tags, failure } = await open({ saves: [invalid] });
    await type({ name: 'Mine' });
    await save();
    await type({ name: 'Old' });
    expect([tags(), failure()]).toEqual([['clean'], null]);
  });

  test('is clean when the text was brought back while the save was refused', async () => {
    const answer = later();
    const { type, save, tags, failure, stored } = await open({ saves: [answer.wait] });
    await type({ name: 'Mine' });
    await save();
    await type({ name: 'Old' });
    answer.answer(invalid);
    await settled();
    expect([tags(), failure(), stored()]).toEqual([['clean'], null, null]);
  });

  test('counts Retry-After down and saves only after it', async () => {
    const { type, save, tags, snapshot, pass, sent } = await open({ saves: [limited, v2] });
    await type({ name: 'Mine' });
    await save();
    for (const secondsLeft of [2, 1]) {
      expect([tags(), snapshot().context.secondsLeft]).toEqual([['dirty', 'refused', 'waiting'], secondsLeft]);
      await save('k2');
      await pass(1_000);
    }
    expect([tags(), sent.length]).toEqual([['dirty', 'refused'], 1]);
    await save('k3');
    expect([tags(), sent.length]).toEqual([['clean', 'saved'], 2]);
  });

  test('an unexpected error is a refusal, and the attempt counts as unanswered', async () => {
    const { type, save, tags, failure, sent } = await open({ saves: [new Error('bug'), v2] });
    await type({ name: 'Mine' });
    await save();
    expect([tags(), failure()?.kind, failure()?.message]).toEqual([['dirty', 'refused'], 'internal', 'Error: bug']);
    await save('k2');
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k1']);
  });

  test('sends no version for an entity that has none', async () => {
    const { type, save, sent, tags } = await open({
      loads: [{ value: old, version: null }],
      saves: [{ value: mine, version: null }],
    });
    await type({ name: 'Mine' });
    await save();
    expect([sent, tags()]).toEqual([[{ value: mine, base: old, version: null, key: 'k1' }], ['clean', 'saved']]);
  });
});

describe('a lost answer', () => {
  test('repeats the same value with the same key, also after a restart, and another value with a new key', async () => {
    const first = await open({ saves: [lost, lost] });
    await first.type({ name: 'Mine' });
    await first.save('k1');
    await first.save('k2');
    const second = await open({ stored: first.fixture.stored, saves: [lost, lost, v2] });
    await second.save('k3');
    await second.type({ name: 'Other' });
    await second.save('k4');
    await second.type({ name: 'Mine' });
    await second.save('k5');
    const sent = [...first.sent, ...second.sent].map(({ value, key }) => [value.name, key]);
    expect(sent).toEqual([
      ['Mine', 'k1'],
      ['Mine', 'k1'],
      ['Mine', 'k1'],
      ['Other', 'k4'],
      ['Mine', 'k1'],
    ]);
    expect([second.tags(), second.stored()]).toEqual([['clean', 'saved'], null]);
  });

  test('that is pushed before its answer comes is no newer version than the answer', async () => {
    const answer = later();
    const { sent, type, save, receive } = await open({ saves: [answer.wait] });
    await type(mine);
    await save('k1');
    await receive(v2);
    answer.answer({ value: { ...mine, text: 'tidied' }, version: '"3"' });
    await settled();
    await type({ name: 'More' });
    await save('k2');
    expect(sent.at(-1)).toMatchObject({ value: { name: 'More', text: 'tidied' }, version: '"3"' });
  });

  test('that turns out to be applied is no failure any more, and what was typed after it is unsaved', async () => {
    const { failure, tags, value, type, save, receive } = await open({ saves: [lost] });
    await type(mine);
    await save('k1');
    await type({ text: 'later' });
    await receive(v2);
    expect([failure(), tags(), value()]).toEqual([null, ['dirty'], { ...mine, text: 'later' }]);
  });

  test('keeps its key through a refusal of the second request', async () => {
    const unauthorized = { failure: createFailure('problem', { status: 401 }) };
    const { type, save, sent } = await open({ saves: [lost, unauthorized, v2] });
    await type({ name: 'Mine' });
    for (const key of ['k1', 'k2', 'k3']) await save(key);
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1']);
  });

  test('is saved, not in conflict, when the server has what was sent', async () => {
    const { type, save, tags, sent, failure } = await open({ saves: [lost, changed], loads: [v1, v2] });
    await type({ name: 'Mine' });
    await save();
    await save('k2');
    expect([tags(), sent.length, failure()]).toEqual([['clean', 'saved'], 2, null]);
  });

  test('saves on top of itself what was typed after it', async () => {
    const typed = { name: 'Mine too', text: 'old' };
    const { type, save, tags, sent } = await open({
      saves: [lost, changed, { value: typed, version: '"3"' }],
      loads: [v1, v2],
    });
    await type({ name: 'Mine' });
    await save('k1');
    await type({ name: 'Mine too' });
    await save('k2');
    expect(tags()).toEqual(['clean', 'saved']);
    expect(sent.slice(1)).toEqual([
      { value: typed, base: old, version: '"1"', key: 'k2' },
      { value: typed, base: mine, version: '"2"', key: 'k2.1' },
    ]);
  });

  test('is still unsaved when the text is back to what it was, and then restores it on the server', async () => {
    const { type, save, tags, sent, stored, pass } = await open({
      saves: [lost, changed, { value: old, version: '"3"' }],
      loads: [v1, v2],
    });
    await type({ name: 'Mine' });
    await save('k1');
    await type({ name: 'Old' });
    await pass(300);
    expect([tags(), stored()]).toEqual([
      ['dirty', 'refused'],
      { ...draft, value: old, attempts: [attempt(mine, 'k1')] },
    ]);
    await save('k2');
    expect([tags(), sent.at(-1)]).toEqual([
      ['clean', 'saved'],
      { value: old, base: mine, version: '"2"', key: 'k2.1' },
    ]);
  });

  test('is saved as soon as the entity is known to have what was sent', async () => {
    const { type, save, tags, receive, failure } = await open({ saves: [lost] });
    await type({ name: 'Mine' });
    await save();
    await receive(v2);
    expect([tags(), failure()]).toEqual([['clean', 'saved'], null]);
  });

  test('of an entity without versions stays unanswered while the server may still apply it', async () => {
    const other = { name: 'Other', text: 'old' };
    const stored = { ...draft, version: null, value: other, attempts: [attempt(mine, 'k1'), attempt(other, 'k2')] };
    const { tags, save, sent } = await open({
      stored,
      loads: [{ value: mine, version: null }],
      saves: [{ value: other, version: null }],
    });
    expect(tags()).toEqual(['dirty', 'restored']);
    await save('k3');
    expect([sent.map(({ key }) => key), tags()]).toEqual([['k2'], ['clean', 'saved']]);
  });
});

describe('a change of somebody else', () => {
  test('is shown at once while nothing is typed', async () => {
    const { receive, tags, value, save, type, snapshot } = await open({ saves: [v2] });
    await receive(otherField);
    expect([tags(), value()]).toEqual([['clean'], otherField.value]);
    await type({ name: 'Mine' });
    await save();
    await receive(sameField);
    expect([tags(), snapshot().context.content?.base ?? null]).toEqual([['clean', 'saved'], sameField.value]);
  });

  test('waits while something is typed, and is merged before the next save is sent', async () => {
    const merged = { name: 'Mine', text: 'theirs' };
    const { receive, type, save, value, snapshot, sent, tags } = await open({
      saves: [{ value: merged, version: '"3"' }],
    });
    await type({ name: 'Mine' });
    await receive(otherField);
    expect([value(), selectTheirs(snapshot())]).toEqual([mine, otherField.value]);
    await save();
    expect([sent, tags()]).toEqual([
      [{ value: merged, base: otherField.value, version: '"2"', key: 'k1' }],
      ['clean', 'saved'],
    ]);
  });

  test('is a conflict when the save is sent, without sending it, where both changed a field', async () => {
    const { receive, type, save, sent, tags, snapshot } = await open();
    await type({ name: 'Mine' });
    await receive(sameField);
    expect(tags()).toEqual(['dirty']);
    await save();
    expect([sent, tags(), snapshot().context.conflicts]).toEqual([[], ['conflict', 'dirty'], ['name']]);
  });

  test('is nothing new when it is what was edited', async () => {
    const { receive, type, save, sent, snapshot } = await open({ saves: [v2] });
    await type({ name: 'Mine' });
    await receive(v1);
    await receive({ value: old, version: '"1-gzip"' });
    expect(selectTheirs(snapshot())).toBeNull();
    await save();
    expect(sent[0]?.version).toBe('"1"');
  });

  test('is saved without sending anything when it is what was typed', async () => {
    const { receive, type, save, sent, tags } = await open();
    await type({ name: 'Mine' });
    await receive(v2);
    await save();
    expect([sent, tags()]).toEqual([[], ['clean', 'saved']]);
  });

  test('is merged and saved after a 412, when it changed another field', async () => {
    const merged = { name: 'Mine', text: 'theirs' };
    const { type, save, sent, tags, value, writes } = await open({
      loads: [v1, otherField],
      saves: [changed, { value: merged, version: '"3"' }],
    });
    await type({ name: 'Mine' });
    await save();
    expect([tags(), value()]).toEqual([['clean', 'saved'], merged]);
    expect(sent[1]).toEqual({ value: merged, base: otherField.value, version: '"2"', key: 'k1.1' });
    expect(writes.at(-1)?.attempts).toEqual([attempt(merged, 'k1.1')]);
  });

  test('is refused after a 412 when it is new, so that the user first sees the changes of others', async () => {
    const { type, save, sent, tags, failure, loaded } = await open({ saves: [changed] }, true);
    await type({ name: 'Mine' });
    await save();
    expect([tags(), failure()?.status]).toEqual([['dirty', 'refused'], 412]);
    expect([sent.length, loaded]).toEqual([1, [false]]);
  });

  test('is merged and not sent after a 412, when something was typed meanwhile', async () => {
    const answer = later();
    const { type, save, sent, tags, value, failure } = await open({ loads: [v1, otherField], saves: [answer.wait] });
    await type({ name: 'Mine' });
    await save();
    await type({ name: 'Mine too' });
    answer.answer(changed);
    await settled();
    expect([tags(), value(), failure()?.status, sent.length]).toEqual([
      ['dirty', 'refused'],
      { name: 'Mine too', text: 'theirs' },
      412,
      1,
    ]);
  });

  test('that comes again and again ends the save after three restarts', async () => {
    const loads = [1, 2, 3, 4].map((number) => ({
      value: { ...old, text: `theirs ${number}` },
      version: `"${number}"`,
    }));
    const { type, save, sent, tags, failure } = await open({
      loads: [v1, ...loads],
      saves: [changed, changed, changed, changed],
    });
    await type({ name: 'Mine' });
    await save();
    expect([tags(), failure()?.status]).toEqual([['dirty', 'refused'], 412]);
    expect(sent.map(({ key, version }) => [key, version])).toEqual([
      ['k1', '"1"'],
      ['k1.1', '"1"'],
      ['k1.2', '"2"'],
      ['k1.3', '"3"'],
    ]);
  });

  test.each([
    ['an answer', lost, 'unreachable'],
    ['a bug', new Error('bug'), 'internal'],
  ])('that cannot be loaded after a 412 because of %s leaves the save refused', async (_, answer, kind) => {
    const { type, save, tags, failure, value } = await open({ loads: [v1, answer], saves: [changed] });
    await type({ name: 'Mine' });
    await save();
    expect([tags(), failure()?.kind, value()]).toEqual([['dirty', 'refused'], kind, mine]);
  });

  test('that is newer than the answer of a save is shown after it, or waits behind what is typed', async () => {
    for (const typed of ['Mine', 'Mine too']) {
      const answer = later();
      const newest = { value: { name: 'Mine', text: 'newest' }, version: '"3"' };
      const { type, save, tags, receive, value, snapshot } = await open({ saves: [answer.wait] });
      await type({ name: 'Mine' });
      await save();
      await receive(v2);
      await receive(newest);
      await type({ name: typed });
      answer.answer(v2);
      await settled();
      if (typed === 'Mine') expect([tags(), value()]).toEqual([['clean', 'saved'], newest.value]);
      else expect([tags(), selectTheirs(snapshot())]).toEqual([['dirty'], newest.value]);
    }
  });

  test('is not an earlier save of this editor that is reported during the next one', async () => {
    const answer = later();
    const { type, save, tags, receive, value } = await open({
      loads: [{ value: old, version: null }],
      saves: [lost, answer.wait],
    });
    await type({ name: 'Mine' });
    await save('k1');
    await type({ name: 'Mine too' });
    await save('k2');
    await receive({ value: mine, version: null });
    answer.answer({ value: { name: 'Mine too', text: 'old' }, version: null });
    await settled();
    expect([tags(), value()?.name]).toEqual([['clean', 'saved'], 'Mine too']);
  });
});

describe('a conflict', () => {
  const both = { value: { name: 'Theirs', text: 'theirs' }, version: '"2"' };

  async function openConflict(parts: Partial<Fixture> = {}) {
    const editor = await open({ loads: [v1, both, v1], saves: [changed, v2], ...parts });
    await editor.type({ name: 'Mine', text: 'mine' });
    await editor.save();
    expect([editor.tags(), editor.failure()]).toEqual([['conflict', 'dirty'], null]);
    return editor;
  }

  test('shows mine, theirs and the old value, and sends nothing', async () => {
    const { snapshot, sent, save } = await openConflict();
    await save('k2');
    expect([
      snapshot().context.conflicts,
      selectValue(snapshot()),
      selectTheirs(snapshot()),
      snapshot().context.content?.base ?? null,
    ]).toEqual([['name', 'text'], { name: 'Mine', text: 'mine' }, both.value, old]);
    expect(sent.length).toBe(1);
  });

  test('ends with mine on top of theirs, to be saved', async () => {
    const { send, tags, snapshot, save, sent } = await openConflict();
    for (const field of ['name', 'text'] as const) await send({ type: 'conflict.choose', field, side: 'mine' });
    expect([tags(), snapshot().context.content?.base ?? null, selectTheirs(snapshot())]).toEqual([
      ['dirty'],
      both.value,
      null,
    ]);
    await save('k2');
    expect(sent.at(-1)).toEqual({ value: { name: 'Mine', text: 'mine' }, base: both.value, version: '"2"', key: 'k2' });
  });

  test('ends clean with theirs', async () => {
    const { send, tags, value, stored } = await openConflict();
    for (const field of ['name', 'text'] as const) await send({ type: 'conflict.choose', field, side: 'theirs' });
    expect([tags(), value(), stored()]).toEqual([['clean'], both.value, null]);
  });

  test('keeps changes of other fields when theirs is taken', async () => {
    const { send, type, save, tags, value } = await open({ loads: [v1, sameField], saves: [changed] });
    await type({ name: 'Mine', text: 'mine' });
    await save();
    await send({ type: 'conflict.choose', field: 'name', side: 'theirs' });
    expect([tags(), value()]).toEqual([['dirty'], { name: 'Theirs', text: 'mine' }]);
  });

  test('is resolved field by field, and stays resolved after a restart', async () => {
    const { send, tags, snapshot, stored, pass } = await openConflict();
    await send({ type: 'conflict.choose', field: 'name', side: 'mine' });
    expect([tags(), snapshot().context.conflicts]).toEqual([['conflict', 'dirty'], ['text']]);
    await pass(300);
    const again = await open({ stored: stored(), loads: [both] });
    expect([again.tags(), again.snapshot().context.conflicts]).toEqual([['conflict', 'dirty'], ['text']]);
    await again.send({ type: 'conflict.choose', field: 'text', side: 'theirs' });
    expect([again.tags(), again.value(), again.snapshot().context.content?.base ?? null]).toEqual([
      ['dirty'],
      { name: 'Mine', text: 'theirs' },
      both.value,
    ]);
  });

  test('accepts typing and stays a conflict', async () => {
    const { type, send, tags, value } = await openConflict();
    await type({ name: 'Mine and theirs' });
    expect(tags()).toEqual(['conflict', 'dirty']);
    for (const field of ['name', 'text'] as const) await send({ type: 'conflict.choose', field, side: 'mine' });
    expect(value()).toEqual({ name: 'Mine and theirs', text: 'mine' });
  });

  test('stays unsaved when the text is back to the old value, until it is resolved', async () => {
    const { type, snapshot, tags } = await openConflict();
    await type(old);
    expect([tags(), selectIsDirty(snapshot())]).toEqual([['conflict', 'dirty'], true]);
  });

  test('follows a newer change, and ends when that agrees with mine', async () => {
    const { receive, tags, snapshot } = await openConflict();
    await receive({ value: { name: 'Newer', text: 'mine' }, version: '"3"' });
    expect([tags(), snapshot().context.conflicts, selectTheirs(snapshot())?.name]).toEqual([
      ['conflict', 'dirty'],
      ['name'],
      'Newer',
    ]);
    await receive({ value: { name: 'Mine', text: 'mine' }, version: '"4"' });
    expect([tags(), selectIsDirty(snapshot())]).toEqual([['clean'], false]);
  });

  test('is discarded in favour of theirs', async () => {
    const { send, tags, value, stored } = await openConflict();
    await send({ type: 'editor.discard' });
    expect([tags(), value(), stored()]).toEqual([['clean'], both.value, null]);
  });
});

describe('the network', () => {
  test('keeps the draft and sends nothing without a network, nor by itself when it is back', async () => {
    const { type, send, save, sent, tags, stored, pass, snapshot } = await open({ saves: [v2] });
    await send({ type: 'network.offline' });
    await type({ name: 'Mine' });
    await save();
    await pass(300);
    expect([tags(), sent, stored()]).toEqual([['dirty', 'offline'], [], draft]);
    expect(snapshot().can({ type: 'editor.save', key: 'k' })).toBe(false);
    await send({ type: 'network.online' });
    await pass(10_000);
    expect([tags(), sent]).toEqual([['dirty'], []]);
    await save();
    expect([tags(), sent.length]).toEqual([['clean', 'saved'], 1]);
  });
});

describe('discarding', () => {
  test('returns to what the server has and removes the draft', async () => {
    const { type, pass, send, tags, value, stored, save, failure } = await open({ saves: [invalid] });
    await type({ name: 'Mine' });
    await pass(300);
    await save();
    await send({ type: 'editor.discard' });
    expect([tags(), value(), stored(), failure()]).toEqual([['clean'], old, null, null]);
  });

  test('takes the newer value that is known', async () => {
    const { type, receive, send, value, tags } = await open();
    await type({ name: 'Mine' });
    await receive(sameField);
    await send({ type: 'editor.discard' });
    expect([tags(), value()]).toEqual([['clean'], sameField.value]);
  });

  test('loads again after a lost answer, since the save may have been applied', async () => {
    const second = later();
    const { type, save, send, value, tags, stored } = await open({ loads: [v1, second.wait], saves: [lost] });
    await type({ name: 'Mine' });
    await save();
    await send({ type: 'editor.discard' });
    expect([tags(), value()]).toEqual([['loading'], null]);
    second.answer(v2);
    await settled();
    expect([tags(), value(), stored()]).toEqual([['clean'], mine, null]);
  });

  test('loads what the server has where only the draft of an earlier visit could be shown', async () => {
    const { send, value, tags, stored } = await open({ loads: [lost, v2], stored: draft });
    expect(value()).toEqual(mine);
    await send({ type: 'editor.discard' });
    expect([tags(), value(), stored()]).toEqual([['clean'], v2.value, null]);
  });

  test('asks nobody while it is known what the server has, however often', async () => {
    const { type, receive, send, value, tags, loaded } = await open();
    await receive(otherField);
    for (const name of ['Mine', 'Mine again']) {
      await type({ name });
      await send({ type: 'editor.discard' });
      expect([tags(), value(), loaded.length]).toEqual([['clean'], otherField.value, 1]);
    }
  });

  test('asks nobody once the server has answered a save of such a draft', async () => {
    const { send, type, save, value, tags } = await open({ loads: [lost], stored: draft, saves: [v2] });
    await save();
    await type({ text: 'later' });
    await send({ type: 'editor.discard' });
    expect([tags(), value()]).toEqual([['clean'], v2.value]);
  });

  test('asks nobody once such a draft was merged with what the server has', async () => {
    const { receive, save, send, value, tags } = await open({ loads: [lost], stored: draft, saves: [invalid] });
    await receive(otherField);
    await save();
    await send({ type: 'editor.discard' });
    expect([tags(), value()]).toEqual([['clean'], otherField.value]);
  });
});

describe('a save without an answer', () => {
  test('checks the network after 3 s, and says after 10 s that it still waits', async () => {
    const { snapshot, log, type, save, pass } = await open({ saves: [never] });
    await type(mine);
    await save();
    await pass(2_999);
    expect(log).toEqual([]);
    await pass(7_000);
    expect([log, snapshot().context.isOverdue]).toEqual([['slow'], false]);
    await pass(1);
    expect([snapshot().context.isOverdue, snapshot().hasTag('saving')]).toEqual([true, true]);
  });

  test('that is stopped keeps what is typed and its key, says so, and is one write in the end', async () => {
    const { sent, log, stored, tags, failure, type, send, save, pass } = await open({ saves: [never, v2] });
    await type(mine);
    await save('k1');
    await pass(10_000);
    await send({ type: 'editor.stop' });
    expect([tags(), failure(), log.at(-1)]).toEqual([['dirty', 'refused'], createFailure('aborted'), 'abort']);
    await pass(300);
    expect(stored()).toMatchObject({ attempts: [attempt(mine, 'k1', true)] });
    await save('k2');
    expect([tags(), sent.map(({ key }) => key)]).toEqual([
      ['clean', 'saved'],
      ['k1', 'k1'],
    ]);
  });

  test('that is sent again has the same key and value, whatever was typed meanwhile', async () => {
    const { sent, value, snapshot, type, send, save, pass } = await open({ saves: [never, v2] });
    await type(mine);
    await save('k1');
    await type({ text: 'later' });
    await pass(10_000);
    await send({ type: 'editor.resend' });
    expect(sent.map(({ key, value: each }) => [key, each])).toEqual([
      ['k1', mine],
      ['k1', mine],
    ]);
    expect([value(), snapshot().context.isOverdue, selectIsDirty(snapshot())]).toEqual([
      { ...mine, text: 'later' },
      false,
      true,
    ]);
  });

  test('is sent again by itself when the network is back, and not by hand while it is away', async () => {
    const { sent, tags, type, send, save, network } = await open({ saves: [never, v2] });
    await type(mine);
    await save('k1');
    await network('offline');
    await send({ type: 'editor.resend' });
    expect(sent.length).toBe(1);
    await network('online');
    expect([tags(), sent.map(({ key }) => key)]).toEqual([
      ['clean', 'saved'],
      ['k1', 'k1'],
    ]);
  });

  test('keeps its key through a refusal of the second request: the first one may have been applied', async () => {
    const unauthorized = { failure: createFailure('problem', { status: 401 }) };
    const { sent, type, save, network } = await open({ saves: [never, unauthorized, v2] });
    await type(mine);
    await save('k1');
    await network('online');
    await save('k2');
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1']);
  });

  test('of a newer version on the server can be stopped and loaded again as well', async () => {
    const { fixture, loaded, tags, failure, type, send, save, network } = await open({
      loads: [v1, never, never, never, v2],
      saves: [changed, changed],
    });
    await type(mine);
    await save('k1');
    await send({ type: 'editor.stop' });
    expect([tags(), failure()?.kind]).toEqual([['dirty', 'refused'], 'aborted']);
    await save('k2');
    await send({ type: 'editor.resend' });
    await network('offline');
    await send({ type: 'editor.resend' });
    expect(loaded.length).toBe(4);
    await network('online');
    expect([fixture.loads, tags()]).toEqual([[], ['clean', 'saved']]);
    // Not what a cache has.
    expect(loaded).toEqual([false, true, true, true, true]);
  });
});

test('a save is reported with the values before and after it, and one that fails is not', async () => {
  const { saved, type, save } = await open({ saves: [lost, v2] });
  await type(mine);
  await save('k1');
  expect(saved).toEqual([]);
  await save('k2');
  expect(saved).toEqual([{ type: 'editor.saved', before: old, after: mine, answer: 'stored as "2"' }]);
});

test('a failure by the network ends when the network is back, another does not', async () => {
  const { failure, tags, type, save, network } = await open({ saves: [lost, invalid] });
  await type(mine);
  await save('k1');
  expect(failure()).toEqual(lost.failure);
  await network('online');
  expect([failure(), tags()]).toEqual([null, ['dirty']]);
  await save('k2');
  await network('online');
  expect(failure()).toEqual(invalid.failure);
});

const theirs = { value: { name: 'Theirs', text: 'theirs' }, version: '"2"' };
const changedDraft: Draft<League> = { value: { name: 'Mine', text: 'mine' }, base: old, version: '"1"', attempts: [] };

test('a draft names the newer version only once no field is in conflict, so that no save overwrites one unseen', () => {
  const conflict = rebase(changedDraft, theirs);
  expect([conflict.conflicts, conflict.content.version]).toEqual([['name', 'text'], '"1"']);
  const half = resolve(conflict, theirs, { field: 'name', side: 'mine' });
  expect([half.conflicts, half.content.version]).toEqual([['text'], '"1"']);
  const whole = resolve(half, theirs, { field: 'text', side: 'theirs' });
  expect([whole.conflicts, whole.content.version]).toEqual([[], '"2"']);
  expect(whole.content.value).toEqual({ name: 'Mine', text: 'theirs' });
});

test.each([
  ['the same version, however its value is written', '"1"', { value: theirs.value, version: '"1"' }, true],
  ['another version with the same value', '"1"', { value: { ...old }, version: '"2"' }, true],
  ['another version with another value', '"1"', theirs, false],
  ['the same value of an entity without versions', null, { value: { ...old }, version: null }, true],
  ['another value of an entity without versions', null, { value: theirs.value, version: null }, false],
])('%s is what the changes were made to: %4$s', (_, version, value, expected) => {
  expect(isBase({ ...changedDraft, version }, value)).toBe(expected);
});

test('of an entity without versions only the saves that the server does not have are still to be answered', () => {
  const attempts = [attempt(theirs.value, 'k1'), attempt(changedDraft.value, 'k2')];
  const { content } = rebase({ ...changedDraft, version: null, attempts }, { value: theirs.value, version: null });
  expect(content.attempts.map(({ key }) => key)).toEqual(['k2']);
});

test('a save that is sent again is the last one, once', () => {
  const attempts = [attempt(changedDraft.value, 'k1'), attempt(old, 'k2')];
  expect(withAttempt({ ...changedDraft, attempts }, 'k3').attempts).toEqual([
    attempt(old, 'k2'),
    { ...attempt(changedDraft.value, 'k1'), isResent: true },
  ]);
});
