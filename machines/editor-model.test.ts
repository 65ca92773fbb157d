// A model server, a model draft store and the rules that every history must keep.

import { test } from 'vitest';
import { type ActorRefFrom, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import fc from '#tests/fast-check';
import {
  createEditorMachine,
  type Draft,
  type EditorEvent,
  type Save,
  selectIsDirty,
  selectTheirs,
  selectValue,
} from './editor.ts';
import { isEqual } from './equal.ts';
import type { Place } from './merge-fields.ts';

interface Entity {
  readonly a: string;
  readonly b: string;
}
type Field = keyof Entity;

/** How the server guards writes: PATCH has If-Match alone, POST has the key as well, and new things have the key alone. */
interface Mode {
  readonly hasVersions: boolean;
  readonly hasKeys: boolean;
}

let broken: string | null = null;

/** Notes a broken rule: an error that is thrown here would be taken for a failed save by the machine. */
function check(isTrue: boolean, rule: string): void {
  if (!isTrue) broken ??= rule;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const problem = (status: number, parts: Partial<Failure> = {}) => ({
  failure: createFailure('problem', { status, ...parts }),
});
const lost = { failure: createFailure('unreachable') };

/** A write that was applied; `isKnown`: the editor has received the answer, or loaded the result. */
interface Applied {
  readonly key: string;
  readonly sent: Entity;
  isKnown: boolean;
}

/** Checks the key, then the version, and does both with the write as one step, as the router does in a transaction. */
class ModelServer {
  value: Entity = { a: 'a0', b: 'b0' };
  number = 1;
  readonly mode: Mode;
  readonly answers = new Map<string, { body: Entity; outcome: Outcome<Entity>; applied: Applied }>();
  lastApplied: Applied | null = null;
  /** Keys that no draft had when the editor crashed, because the store was full. */
  readonly forgotten = new Set<string>();
  readonly onApply: (before: Entity, sent: Entity) => void;

  constructor(mode: Mode, onApply: (before: Entity, sent: Entity) => void) {
    this.mode = mode;
    this.onApply = onApply;
  }

  /** The entity that the editor reads. */
  read(): { value: Entity; version: string | null } {
    if (this.lastApplied !== null) this.lastApplied.isKnown = true;
    return this.current();
  }

  current(): { value: Entity; version: string | null } {
    return { value: structuredClone(this.value), version: this.mode.hasVersions ? `"${this.number}"` : null };
  }

  change(field: Field, text: string): void {
    this.value = { ...this.value, [field]: text };
    this.number += 1;
    this.lastApplied = null;
  }

  confirm(key: string): void {
    const stored = this.answers.get(key);
    if (stored !== undefined) stored.applied.isKnown = true;
  }

  handle({ value: sent, version, key }: Save<Entity>): Outcome<Entity> {
    const stored = this.mode.hasKeys ? this.answers.get(key) : undefined;
    if (stored !== undefined) return isEqual(stored.body, sent) ? stored.outcome : problem(422);
    if (version !== null && version !== `"${this.number}"`) return problem(412, { current: this.value });
    if (sent.a.includes('bad')) return problem(422, { fieldErrors: [{ path: 'a', message: 'bad' }] });
    const { lastApplied } = this;
    const isRepeated = lastApplied !== null && !lastApplied.isKnown && isEqual(lastApplied.sent, sent);
    check(!isRepeated || this.forgotten.has(lastApplied.key), 'one save is applied once');
    this.onApply(this.value, sent);
    this.value = structuredClone(sent);
    this.number += 1;
    this.lastApplied = { key, sent, isKnown: false };
    const outcome = this.current();
    this.answers.set(key, { body: sent, outcome, applied: this.lastApplied });
    return outcome;
  }
}

/** This entity has no lists. */
function fieldsIn(places: readonly Place<Entity>[]): Field[] {
  return places.filter((place) => typeof place === 'string');
}

type Fate = 'answered' | 'refused' | 'limited' | 'lostBefore' | 'lostAfter' | 'duplicated' | 'late';

type Step =
  | { readonly do: 'edit' | 'foreign'; readonly field: Field }
  | { readonly do: 'editBad' | 'revert' | 'save' | 'offline' | 'online' | 'receive' | 'discard' | 'hide' | 'retry' }
  | { readonly do: 'stop' | 'resend' }
  | { readonly do: 'wait'; readonly time: number }
  | { readonly do: 'deliver'; readonly fate: Fate }
  | { readonly do: 'replay' }
  | { readonly do: 'quota'; readonly isFull: boolean }
  | {
      readonly do: 'crash';
      readonly isSudden: boolean;
      readonly isReadBroken: boolean;
      readonly load: 'fresh' | 'stale' | 'fails';
    }
  | { readonly do: 'resolve'; readonly side: 'mine' | 'theirs'; readonly count: 'all' | 'one' };

const always = <Value>(value: Value) => fc.constant(value);
const fields = fc.constantFrom<Field>('a', 'b');
const fates: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: always<Fate>('answered') },
  { weight: 4, arbitrary: always<Fate>('lostAfter') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Fate>('refused', 'limited', 'lostBefore', 'duplicated', 'late'),
  },
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fields.map((field): Step => ({ do: 'edit', field })) },
  { weight: 4, arbitrary: fields.map((field): Step => ({ do: 'foreign', field })) },
  { weight: 8, arbitrary: always<Step>({ do: 'save' }) },
  { weight: 10, arbitrary: fates.map((fate): Step => ({ do: 'deliver', fate })) },
  { weight: 4, arbitrary: fc.constantFrom(300, 1_000, 3_000).map((time): Step => ({ do: 'wait', time })) },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(
        ...([
          'editBad',
          'revert',
          'offline',
          'online',
          'online',
          'receive',
          'discard',
          'hide',
          'retry',
          'replay',
          'stop',
          'resend',
        ] as const),
      )
      .map((name): Step => ({ do: name })),
  },
  { weight: 1, arbitrary: fc.boolean().map((isFull): Step => ({ do: 'quota', isFull })) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        isSudden: fc.boolean(),
        isReadBroken: fc.nat(9).map((number) => number === 0),
        load: fc.constantFrom<'fresh' | 'stale' | 'fails'>('fresh', 'fresh', 'stale', 'fails'),
      })
      .map((crash): Step => ({ do: 'crash', ...crash })),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        side: fc.constantFrom<'mine' | 'theirs'>('mine', 'theirs'),
        count: fc.constantFrom<'all' | 'one'>('all', 'one'),
      })
      .map((resolve): Step => ({ do: 'resolve', ...resolve })),
  },
);

interface Request {
  readonly save: Save<Entity>;
  readonly answer: (outcome: Outcome<Entity>) => void;
  readonly editor: number;
  /** Aborted when the editor waits for it no more. */
  readonly signal: AbortSignal;
}

/** Made once, because making a machine takes longer than most histories. */
const machine = createEditorMachine<Entity>().provide({
  actors: {
    load: fromPromise(({ input: { isReload } }) => current.loadEntity(isReload)),
    readDraft: fromPromise(() => current.readDraft()),
    writeDraft: fromPromise(({ input: { draft } }) => current.writeDraft(draft)),
    removeDraft: fromPromise(async () => {
      current.row = null;
    }),
    save: fromPromise(async ({ input, signal }) => {
      const outcome = await current.save(input, signal);
      return 'failure' in outcome ? outcome : { ...outcome, answer: null };
    }),
    watchNetwork: fromCallback(({ sendBack }) => {
      if (!current.isOnline) sendBack({ type: 'network.offline' });
    }),
    watchEntity: fromCallback(() => undefined),
  },
});
type Editor = ActorRefFrom<typeof machine>;
/** The history that is running. */
let current: Simulation;

/** One history: a server, a device, its user, and another user. */
class Simulation {
  readonly mode: Mode;
  readonly server: ModelServer;
  readonly clock = new SimulatedClock();
  editor: Editor;
  editorNumber = 0;
  /** The device's store of drafts. */
  row: Draft<Entity> | null = null;
  isFull = false;
  isReadBroken = false;
  isOnline = true;
  load: 'fresh' | 'stale' | 'fails' = 'fresh';
  lastLoaded: Outcome<Entity> = lost;
  inFlight: Request[] = [];
  /** Requests that arrive late. */
  stray: Save<Entity>[] = [];
  writes = 0;
  presses = 0;
  names = 0;
  /** The unsaved input of the user. */
  readonly typed = new Map<Field, { readonly text: string; readonly at: number }>();
  readonly saved = new Set<string>();
  /** A save was sent whose key the editor or its store does not have any more. */
  hasForgotten = false;
  /** Keys that were sent although the store refused them. */
  readonly unkept = new Set<string>();
  /** Values of other users that the user has replaced knowingly. */
  readonly replaced = new Set<string>();

  constructor(mode: Mode) {
    this.mode = mode;
    this.server = new ModelServer(mode, (before, sent) => this.checkOverwrite(before, sent));
    this.editor = this.open();
  }

  open(): Editor {
    this.editorNumber += 1;
    current = this;
    return createActor(machine, { clock: this.clock, input: { isNew: false } }).start();
  }

  async loadEntity(isReload: boolean): Promise<Outcome<Entity>> {
    if (!this.isOnline || (this.load === 'fails' && !isReload)) return lost;
    if (isReload || this.load !== 'stale') this.lastLoaded = this.server.read();
    return this.lastLoaded;
  }

  async readDraft(): Promise<Draft<Entity> | null> {
    if (this.isReadBroken) throw new DOMException('broken', 'UnknownError');
    return structuredClone(this.row);
  }

  async writeDraft(draft: Draft<Entity>): Promise<void> {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.row = structuredClone(draft);
  }

  save(save: Save<Entity>, signal: AbortSignal): Promise<Outcome<Entity>> {
    this.writes += 1;
    check(this.isOnline, 'nothing is sent without a network');
    const isKept = this.row?.attempts.some(({ key }) => key === save.key) ?? false;
    check(isKept || this.editor.getSnapshot().context.isDraftRefused, 'a key is in the draft before it is sent');
    if (!isKept) this.unkept.add(save.key);
    return new Promise((answer) => {
      this.inFlight.push({ save, answer, editor: this.editorNumber, signal });
    });
  }

  send(event: EditorEvent<Entity>): void {
    this.editor.send(event);
  }

  hasTag(tag: Parameters<ReturnType<Editor['getSnapshot']>['hasTag']>[0]): boolean {
    return this.editor.getSnapshot().hasTag(tag);
  }

  edit(field: Field, text: string): void {
    const snapshot = this.editor.getSnapshot();
    const [value, base] = [selectValue(snapshot), snapshot.context.content?.base ?? null];
    if (value === null || base === null) return;
    for (const seen of [value, base]) this.replaced.add(seen[field]);
    // Text that equals its base cannot be told from text that was never changed.
    if (text === base[field]) this.typed.delete(field);
    else this.typed.set(field, { text, at: this.clock.now() });
    this.send({ type: 'editor.change', patch: { [field]: text } });
  }

  async run(step: Step): Promise<void> {
    const { writes } = this;
    const wasSaving = this.hasTag('saving');
    switch (step.do) {
      case 'edit':
        this.names += 1;
        this.edit(step.field, `mine${this.names}`);
        break;
      case 'editBad':
        this.names += 1;
        this.edit('a', `bad${this.names}`);
        break;
      case 'revert': {
        const base = this.editor.getSnapshot().context.content?.base ?? null;
        if (base !== null) for (const field of ['a', 'b'] as const) this.edit(field, base[field]);
        break;
      }
      case 'foreign':
        // Without versions a server cannot detect conflicts.
        if (!this.mode.hasVersions) break;
        this.names += 1;
        this.server.change(step.field, `theirs${this.names}`);
        break;
      case 'receive':
        if (!this.isOnline) break;
        this.lastLoaded = this.server.read();
        this.send({ type: 'entity.changed', ...this.server.read() });
        break;
      case 'save':
        this.presses += 1;
        this.send({ type: 'editor.save', key: `key${this.presses}` });
        break;
      case 'stop':
        this.send({ type: 'editor.stop' });
        break;
      case 'resend':
        this.send({ type: 'editor.resend' });
        break;
      case 'deliver':
        this.deliver(step.fate);
        break;
      case 'replay': {
        const save = this.stray.shift();
        if (save !== undefined) this.server.handle(save);
        break;
      }
      case 'wait':
        this.clock.increment(step.time);
        break;
      case 'offline':
        this.isOnline = false;
        this.send({ type: 'network.offline' });
        break;
      case 'online':
        this.isOnline = true;
        this.send({ type: 'network.online' });
        break;
      case 'hide':
        this.send({ type: 'editor.flush' });
        break;
      case 'retry':
        this.load = 'fresh';
        this.send({ type: 'editor.retry' });
        break;
      case 'quota':
        this.isFull = step.isFull;
        break;
      case 'discard':
        if (!this.editor.getSnapshot().can({ type: 'editor.discard' })) break;
        this.typed.clear();
        this.hasForgotten ||= (this.editor.getSnapshot().context.content?.attempts.length ?? 0) > 0;
        this.send({ type: 'editor.discard' });
        break;
      case 'resolve':
        this.resolve(step.side, step.count);
        break;
      case 'crash':
        await this.crash(step);
    }
    await settled();
    // A save without an answer is sent again when the network is back.
    const maySend = ['save', 'deliver', 'resend'].includes(step.do) || (step.do === 'online' && wasSaving) ? 1 : 0;
    check(this.writes - writes <= maySend, 'nothing is sent without a save');
    this.checkTyped();
    this.checkConflicts();
    if (broken !== null) throw new Error(`broken: ${broken}`);
  }

  deliver(fate: Fate): void {
    const request = this.inFlight.shift();
    if (request === undefined) return;
    const outcome = this.outcomeOf(request.save, fate);
    const isReceived = this.isOnline && request.editor === this.editorNumber && !request.signal.aborted;
    if (isReceived && 'value' in outcome) {
      this.server.confirm(request.save.key);
      this.lastLoaded = outcome;
    }
    request.answer(isReceived ? outcome : lost);
  }

  /** The result of a request and its answer. */
  outcomeOf(save: Save<Entity>, fate: Fate): Outcome<Entity> {
    switch (fate) {
      case 'refused':
        return problem(401);
      case 'limited':
        return problem(429, { retryAfter: 2 });
      case 'lostBefore':
        return lost;
      case 'late':
        // Without versions a late write replaces a newer one of the same user.
        if (this.mode.hasVersions) this.stray.push(save);
        return lost;
      case 'lostAfter':
        this.server.handle(save);
        return lost;
      case 'duplicated':
      case 'answered': {
        const outcome = this.server.handle(save);
        if (fate === 'duplicated') this.server.handle(save);
        return structuredClone(outcome);
      }
    }
  }

  resolve(side: 'mine' | 'theirs', count: 'all' | 'one'): void {
    const snapshot = this.editor.getSnapshot();
    const [conflicts, theirs] = [fieldsIn(snapshot.context.conflicts), selectTheirs(snapshot)];
    if (!snapshot.hasTag('conflict') || theirs === null) return;
    const chosen = count === 'all' ? conflicts : conflicts.slice(0, 1);
    for (const field of chosen) {
      if (side === 'mine') this.replaced.add(theirs[field]);
      else this.typed.delete(field);
    }
    for (const field of chosen) this.send({ type: 'conflict.choose', field, side });
  }

  /** The page is closed, with a flush or suddenly, and opened again on the same device. */
  async crash({ isSudden, isReadBroken, load }: Extract<Step, { do: 'crash' }>): Promise<void> {
    if (!isSudden) this.send({ type: 'editor.flush' });
    await settled();
    const wasRefused = this.editor.getSnapshot().context.isDraftRefused;
    for (const [field, { text, at }] of this.typed) {
      if (this.row?.value[field] === text) continue;
      const isTooNew = isSudden && this.clock.now() - at < 300;
      check(isTooNew || wasRefused, 'what was typed survives a crash');
      this.typed.delete(field);
      const { row } = this;
      if (row !== null && row.value[field] !== row.base[field] && !this.saved.has(row.value[field]))
        this.typed.set(field, { text: row.value[field], at });
    }
    for (const key of this.unkept) this.server.forgotten.add(key);
    this.hasForgotten ||= isReadBroken || this.unkept.size > 0;
    this.editor.stop();
    this.isReadBroken = isReadBroken;
    this.load = load;
    this.editor = this.open();
  }

  /** Unsaved input is in the editor or in the store. */
  checkTyped(): void {
    const value = selectValue(this.editor.getSnapshot());
    for (const [field, { text }] of this.typed) {
      const isHere = value?.[field] === text || this.row?.value[field] === text;
      check(isHere, `what was typed is in the editor or in the store: ${field} ${text}`);
    }
  }

  /** Only a value of another user can be in conflict with the input. */
  checkConflicts(): void {
    const snapshot = this.editor.getSnapshot();
    const theirs = selectTheirs(snapshot);
    for (const field of fieldsIn(snapshot.context.conflicts)) {
      const isForeign = theirs?.[field].startsWith('theirs') ?? false;
      check(isForeign || this.hasForgotten, `an own save is no conflict: ${field} ${theirs?.[field]}`);
    }
  }

  /** A value of another user is replaced only where the user has seen it and typed over it, or has chosen their own. */
  checkOverwrite(before: Entity, sent: Entity): void {
    for (const field of ['a', 'b'] as const) {
      if (before[field].startsWith('theirs') && before[field] !== sent[field]) {
        check(this.replaced.has(before[field]), `no change is overwritten silently: ${field} ${before[field]}`);
      }
      this.saved.add(sent[field]);
      if (this.typed.get(field)?.text === sent[field]) this.typed.delete(field);
    }
  }

  /** With a network and a store that work, everything can be saved. */
  async finish(): Promise<void> {
    await this.run({ do: 'quota', isFull: false });
    await this.run({ do: 'online' });
    await this.run({ do: 'retry' });
    for (
      let round = 0;
      round < 8 && (selectIsDirty(this.editor.getSnapshot()) || this.inFlight.length > 0);
      round += 1
    ) {
      await this.run({ do: 'wait', time: 3_000 });
      await this.run({ do: 'deliver', fate: 'answered' });
      await this.run({ do: 'resolve', side: 'mine', count: 'all' });
      await this.run({ do: 'save' });
    }
    const snapshot = this.editor.getSnapshot();
    const value = selectValue(snapshot);
    if (value?.a.startsWith('bad')) return;
    check(!selectIsDirty(snapshot) && snapshot.hasTag('clean'), 'everything is saved in the end');
    await this.run({ do: 'wait', time: 3_000 });
    check(this.row === null || this.isReadBroken, 'no draft is left over');
    await this.run({ do: 'hide' });
  }
}

const isLong = process.env.PITBOARD_LONG === '1';
const numRuns = isLong ? 10_000 : 500;

test.each<[string, Mode]>([
  ['If-Match', { hasVersions: true, hasKeys: false }],
  ['If-Match and keys', { hasVersions: true, hasKeys: true }],
  ['keys alone', { hasVersions: false, hasKeys: true }],
])(
  'no history loses a draft, overwrites a change silently or writes twice, on a server with %s',
  async (_, mode) => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40, size: 'max' }), async (history) => {
        broken = null;
        const simulation = new Simulation(mode);
        await settled();
        try {
          for (const step of history) await simulation.run(step);
          await simulation.finish();
        } finally {
          simulation.editor.stop();
        }
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  },
  isLong ? 1_800_000 : 60_000,
);
