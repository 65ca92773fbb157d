import { ticketLifetime } from '#contract/live/publisher-messages';
import { hashToken, randomToken } from '../tokens/secrets.ts';

/** Tickets that are valid at the same time, in all; the oldest go first. */
const maxTickets = 10_000;

/** Stores tickets for several servers. */
export interface TicketStore {
  /** Stores a ticket by its hash. Returns false when that is impossible at the moment. */
  readonly storeTicket: (hash: string, sessionId: string) => Promise<boolean>;
  /** The live race of a ticket, which is removed; null when there is none. */
  readonly takeTicket: (hash: string) => Promise<string | null>;
}

/** Passes to private live races, each for one connection. Only their hashes are stored, in the shared store if there is one. */
export class Tickets {
  readonly #store: TicketStore | null;
  readonly #tickets = new Map<string, { readonly sessionId: string; readonly expiresAt: number }>();

  constructor(store: TicketStore | null) {
    this.#store = store;
  }

  async create(sessionId: string, now: number): Promise<{ ticket: string; expiresAt: string }> {
    const ticket = randomToken();
    const hash = hashToken(ticket);
    const expiresAt = now + ticketLifetime;
    // A shared ticket is not stored here: it must not be valid a second time without the store.
    if (!(await this.#store?.storeTicket(hash, sessionId))) this.#add(hash, sessionId, expiresAt, now);
    return { ticket, expiresAt: new Date(expiresAt).toISOString() };
  }

  #add(hash: string, sessionId: string, expiresAt: number, now: number): void {
    for (const [other, ticket] of this.#tickets) {
      if (ticket.expiresAt > now && this.#tickets.size < maxTickets) break;
      this.#tickets.delete(other);
    }
    this.#tickets.set(hash, { sessionId, expiresAt });
  }

  /** Whether a ticket is valid for a live race. It is not valid again. */
  async redeem(ticket: string, sessionId: string, now: number): Promise<boolean> {
    const hash = hashToken(ticket);
    const found = this.#tickets.get(hash);
    this.#tickets.delete(hash);
    if (found !== undefined) return found.sessionId === sessionId && found.expiresAt > now;
    return (await this.#store?.takeTicket(hash)) === sessionId;
  }
}
