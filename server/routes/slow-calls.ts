import type { CallName } from '#contract/api/calls';
import type { Endpoint } from '#contract/api/requests';
import { siteOf } from '../http/client-network.ts';
import { imageLimits, pictureLimits, slowCallLimits } from '../http/limits/client-classes.ts';
import { FairQueue, type QueuedClient } from '../http/limits/fair-queue.ts';

const imageCalls: ReadonlySet<CallName> = new Set(['createLeague', 'setThumbnail', 'setAvatar']);
const slowCalls: ReadonlySet<CallName> = new Set([
  ...['exportAccount', 'getTasks', 'getSessionCsv', 'listDrivenSeasons'],
  ...['listLeagueSeasons', 'getLeagueRecords', 'getLeagueDriver', 'getDriverRecord'],
  ...['deleteSession', 'undoDeletion'],
] as const);

const pictureCalls: ReadonlySet<CallName> = new Set(['getLeaguePicture', 'getSeasonPicture', 'getSessionPicture']);

/** Whether a call computes for long: it reads, scores or copies a whole season or session, or all data of a user. */
function isSlow(name: CallName, { path }: Endpoint): boolean {
  return slowCalls.has(name) || path.startsWith('/api/Seasons/{');
}

interface Asker {
  readonly userId: string | null;
  readonly address: string;
  /** Aborted when it has closed its connection. */
  readonly gone?: AbortSignal;
}

/** Gives each user a turn with calls and images that take long, so that a loop of them leaves time for others. */
export class SlowCalls {
  readonly #calls = new FairQueue(slowCallLimits);
  readonly #images = new FairQueue(imageLimits);
  readonly #pictures = new FairQueue(pictureLimits);

  /** Runs a call, in its turn if it is slow. @throws Problem 503. */
  run<Outcome>(name: CallName, call: Endpoint, asker: Asker, work: () => Promise<Outcome>): Promise<Outcome> {
    if (pictureCalls.has(name)) return this.draw(name, asker, work);
    return isSlow(name, call) ? this.#calls.run(clientOf(asker), work) : work();
  }

  /** Draws the picture that a call answers with in its turn. @throws Problem 503. */
  draw<Outcome>(name: CallName, asker: Asker, work: () => Promise<Outcome>): Promise<Outcome> {
    return pictureCalls.has(name) ? this.#pictures.run(clientOf(asker), work) : work();
  }

  /** Converts the image of a call in its turn. @throws Problem 503. */
  prepare<Outcome>(name: CallName, asker: Asker, work: () => Promise<Outcome>): Promise<Outcome> {
    return imageCalls.has(name) ? this.#images.run(clientOf(asker), work) : work();
  }
}

function clientOf({ userId, address, gone }: Asker): QueuedClient {
  return { key: userId ?? siteOf(address), gone };
}
