import type { ViewName } from '#contract/live/view';
import { endShownAt, findLiveRecord, loadPast, type Past } from '../domain/live-races.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { DelayedViewers, type Hello } from './delayed-viewers.ts';
import { encode, hello } from './message.ts';
import type { Registration } from './registration.ts';
import type { Since, ViewerLink } from './viewer-link.ts';

/** The end of a live race is shown to late viewers for this long, in ms. */
export const overFor = 10 * 60_000;

/** The epoch of what is stored: recorders begin with 1. */
const epoch = 0;

interface End {
  /** When viewers without a delay see it, in ms since 1970. */
  readonly at: number;
  readonly sessionId: string | null;
}

/** The last minutes of a live race that no server holds any more: its viewers see them, and its end, at their time. */
export class EndedRace {
  readonly registration: Registration;
  readonly isOver = true;
  readonly #views: Readonly<Record<ViewName, DelayedViewers>> = {
    full: new DelayedViewers(),
    table: new DelayedViewers(),
  };
  readonly #hello: Hello = (...position) => hello(this.registration, ...position);

  /** `past`: what was shown until the end, oldest first. */
  constructor(registration: Registration, past: readonly Past[], { at, sessionId }: End) {
    this.registration = registration;
    const message = encode({ type: 'ended', sessionId });
    for (const view of ['full', 'table'] as const) {
      this.#views[view].restore(past, view, epoch);
      this.#views[view].status({ epoch, seq: past.at(-1)?.seq ?? 0 }, message, at, true);
    }
  }

  get viewers(): number {
    return this.#views.full.size + this.#views.table.size;
  }

  watch(link: ViewerLink, view: ViewName, since: Since | null, now: number): void {
    this.#views[view].join(link, since, this.#hello, now);
  }

  leave(link: ViewerLink, view: ViewName): void {
    this.#views[view].leave(link);
  }

  resync(link: ViewerLink, view: ViewName): void {
    this.#views[view].resync(link);
  }

  tick(now: number): void {
    for (const viewers of Object.values(this.#views)) viewers.tick(now);
  }

  close(reason: 'restarting' | 'forbidden'): void {
    for (const viewers of Object.values(this.#views)) viewers.close(reason);
  }
}

/** Opens a live race that ended a moment ago; null for any other. `now` in ms since 1970. */
export async function openEndedRace(transaction: Transaction, id: string, now: number): Promise<EndedRace | null> {
  const record = await findLiveRecord(transaction, id);
  if (record === null || record.endedAt === null) return null;
  const at = Date.parse(endShownAt(record.endedAt, record));
  const past = now - at > overFor ? [] : await loadPast(transaction, record);
  return past.length === 0 ? null : new EndedRace(record, past, { at, sessionId: record.sessionId });
}
