import { calls } from '#contract/calls/by-name';
import type { AffectedRead, Call } from '#contract/calls/call';
import { siteOf } from '../http/client-network.ts';
import { FairQueue, type QueuedClient } from '../http/limits/fair-queue.ts';
import type { CachedAnswer, ResponseCache } from '../http/response-cache.ts';

const imageCalls: ReadonlySet<Call> = new Set([calls.createLeague, calls.setThumbnail, calls.setAvatar]);
const slowCalls: ReadonlySet<Call> = new Set<Call>([
  ...[calls.exportAccount, calls.getTasks, calls.getSessionCsv, calls.listDrivenSeasons],
  ...[calls.listLeagueSeasons, calls.getLeagueRecords, calls.getLeagueDriver, calls.getDriverRecord],
  ...[calls.deleteSession, calls.undoDeletion],
]);

const pictureCalls: ReadonlySet<Call> = new Set([
  calls.getLeaguePicture,
  calls.getSeasonPicture,
  calls.getSessionPicture,
]);

/** Whether a call computes for long: it reads, scores or copies a whole season or session, or all data of a user. */
function isSlow(call: Call): boolean {
  return slowCalls.has(call) || call.path.startsWith('/api/Seasons/{');
}

interface Asker {
  readonly userId: string | null;
  readonly address: string;
  /** Aborted when it has closed its connection. */
  readonly gone?: AbortSignal;
}

/** An answer that is the same for everybody. */
interface SharedAnswer<Answer extends CachedAnswer> {
  readonly key: string;
  readonly reads: readonly AffectedRead[];
  readonly compute: () => Promise<Answer>;
}

/** Gives each user a turn with calls and images that take long, so that a loop of them leaves time for others. */
export class SlowCalls {
  readonly #cache: ResponseCache;
  readonly #calls = new FairQueue({ running: 2, waiting: 48 });
  readonly #images = new FairQueue({ running: 1, waiting: 4 });
  /** All who share the proxy of a chat wait together. */
  readonly #pictures = new FairQueue({ running: 1, waiting: 12 });

  constructor(cache: ResponseCache) {
    this.#cache = cache;
  }

  /** Runs a call, in its turn if it is slow. @throws Problem 503. */
  run<Outcome>(call: Call, asker: Asker, work: () => Promise<Outcome>): Promise<Outcome> {
    const queue = this.#queueOf(call);
    return queue === null ? work() : queue.run(clientOf(asker), work);
  }

  /** Finds the cached answer of a read, and computes it in a turn if it is slow. @throws Problem 503. */
  find<Answer extends CachedAnswer>(call: Call, asker: Asker, answer: SharedAnswer<Answer>): Promise<Answer> {
    const queue = this.#queueOf(call);
    return queue === null
      ? this.#cache.find(answer.key, answer.reads, answer.compute)
      : this.#findIn(queue, asker, answer);
  }

  /** The same for the HTML of a page, which shows a season, a league or a session. */
  findPage<Answer extends CachedAnswer>(asker: Asker, answer: SharedAnswer<Answer>): Promise<Answer> {
    return this.#findIn(this.#calls, asker, answer);
  }

  /** Converts the image of a call in its turn. @throws Problem 503. */
  prepare<Outcome>(call: Call, asker: Asker, work: () => Promise<Outcome>): Promise<Outcome> {
    return imageCalls.has(call) ? this.#images.run(clientOf(asker), work) : work();
  }

  #queueOf(call: Call): FairQueue | null {
    if (pictureCalls.has(call)) return this.#pictures;
    return isSlow(call) ? this.#calls : null;
  }

  #findIn<Answer extends CachedAnswer>(
    queue: FairQueue,
    asker: Asker,
    { key, reads, compute }: SharedAnswer<Answer>,
  ): Promise<Answer> {
    // All clients share the answer: it is computed even when this one has gone.
    const { key: client } = clientOf(asker);
    const inTurn = (work: () => Promise<Answer>) => queue.run({ key: client }, work);
    return this.#cache.findInTurn(key, reads, compute, { client, inTurn });
  }
}

/** The client that waits for a turn: a user, or the site of an address. */
export function clientOf({ userId, address, gone }: Asker): QueuedClient {
  return { key: userId ?? siteOf(address), gone };
}
