import { SessionType } from '#contract/enumerations';
import type { PacketBody } from '../game/packet.ts';
import { sessionTypeOf } from './words.ts';

type Info = PacketBody<'session'>;

interface Candidate {
  count: number;
  readonly isValid: boolean;
  readonly first: Info;
  last: Info;
}

/** A game sends one or two; beyond this many the rarest goes. */
const maxCandidates = 16;

/**
 * The session's type, track and laps. The game may send packets of another session or empty ones at the end: what most
 * packets say counts, of those with a session type where there are any.
 */
export class SessionInfo {
  readonly #format: number;
  readonly #candidates = new Map<string, Candidate>();
  #chosen: Candidate | null = null;

  constructor(format: number) {
    this.#format = format;
  }

  /** The newest packet of those that count; null without one. */
  get current(): Info | null {
    return this.#chosen?.last ?? null;
  }

  /** The first one of them. */
  get first(): Info | null {
    return this.#chosen?.first ?? null;
  }

  /** Whether a packet counts as far as is known. */
  follow(info: Info): boolean {
    const key = [info.trackId, info.sessionType, info.totalLaps, info.trackLength].join();
    const isValid = sessionTypeOf(info.sessionType, this.#format) !== SessionType.Unknown;
    const candidate = this.#candidates.get(key) ?? { count: 0, isValid, first: info, last: info };
    candidate.count += 1;
    candidate.last = info;
    this.#candidates.set(key, candidate);
    if (this.#chosen === null || isBetter(candidate, this.#chosen)) this.#chosen = candidate;
    if (this.#candidates.size > maxCandidates) this.#removeRarest();
    return candidate === this.#chosen;
  }

  #removeRarest(): void {
    const others = [...this.#candidates].filter(([, candidate]) => candidate !== this.#chosen);
    const [rarest] = others.sort(([, one], [, other]) => (isBetter(one, other) ? 1 : -1));
    if (rarest !== undefined) this.#candidates.delete(rarest[0]);
  }
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.isValid === other.isValid ? one.count > other.count : one.isValid;
}
