import { ticketLifetime } from '#contract/live/publisher-messages';
import { hashToken, randomToken } from '../auth/secrets.ts';
import type { LiveStreams } from './live-streams.ts';

/** Tickets that are valid at the same time, in all; the oldest go first. */
const maxTickets = 10_000;

/** Passes to private sessions, each for one connection. Only their hashes are kept, in Redis where there is one. */
export class Tickets {
  readonly #streams: LiveStreams | null;
  readonly #tickets = new Map<string, { readonly sessionId: string; readonly expiresAt: number }>();

  constructor(streams: LiveStreams | null) {
    this.#streams = streams;
  }

  async create(sessionId: string, now: number): Promise<{ ticket: string; expiresAt: string }> {
    const ticket = randomToken();
    const hash = hashToken(ticket);
    const expiresAt = now + ticketLifetime;
    // One that is in Redis is only there: it must not be valid a second time when Redis is gone.
    if (!(await this.#streams?.storeTicket(hash, sessionId))) this.#keep(hash, sessionId, expiresAt, now);
    return { ticket, expiresAt: new Date(expiresAt).toISOString() };
  }

  #keep(hash: string, sessionId: string, expiresAt: number, now: number): void {
    for (const [other, ticket] of this.#tickets) {
      if (ticket.expiresAt > now && this.#tickets.size < maxTickets) break;
      this.#tickets.delete(other);
    }
    this.#tickets.set(hash, { sessionId, expiresAt });
  }

  /** Whether a ticket is valid for a session. It is not valid again. */
  async redeem(ticket: string, sessionId: string, now: number): Promise<boolean> {
    const hash = hashToken(ticket);
    const found = this.#tickets.get(hash);
    this.#tickets.delete(hash);
    if (found !== undefined) return found.sessionId === sessionId && found.expiresAt > now;
    return (await this.#streams?.takeTicket(hash)) === sessionId;
  }
}
