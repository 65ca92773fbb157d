import { ticketLifetime } from '#contract/live-messages';
import { hashToken, randomToken } from '../auth/secrets.ts';

/** Tickets that are valid at the same time, in all; the oldest go first. */
const maxTickets = 10_000;

/** Passes to private sessions, each for one connection. Only their hashes are kept. */
export class Tickets {
  readonly #tickets = new Map<string, { readonly sessionId: string; readonly expiresAt: number }>();

  create(sessionId: string, now: number): { ticket: string; expiresAt: string } {
    for (const [hash, { expiresAt }] of this.#tickets) {
      if (expiresAt > now && this.#tickets.size < maxTickets) break;
      this.#tickets.delete(hash);
    }
    const ticket = randomToken();
    const expiresAt = now + ticketLifetime;
    this.#tickets.set(hashToken(ticket), { sessionId, expiresAt });
    return { ticket, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** Whether a ticket is valid for a session. It is not valid again. */
  redeem(ticket: string, sessionId: string, now: number): boolean {
    const hash = hashToken(ticket);
    const found = this.#tickets.get(hash);
    this.#tickets.delete(hash);
    return found !== undefined && found.sessionId === sessionId && found.expiresAt > now;
  }
}
