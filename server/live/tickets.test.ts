import { describe, expect, test } from 'vitest';
import { ticketLifetime } from '#contract/live/publisher-messages';
import { Tickets } from './tickets.ts';

const now = Date.parse('2026-11-22T20:00:00.000Z');

describe('a ticket', () => {
  test('opens its session once, until its time is over', async () => {
    const tickets = new Tickets(null);
    const { ticket, expiresAt } = await tickets.create('race', now);
    expect(Date.parse(expiresAt)).toBe(now + ticketLifetime);
    expect(await tickets.redeem(ticket, 'race', now + ticketLifetime - 1)).toBe(true);
    expect(await tickets.redeem(ticket, 'race', now)).toBe(false);
    const { ticket: late } = await tickets.create('race', now);
    expect(await tickets.redeem(late, 'race', now + ticketLifetime)).toBe(false);
  });

  test('opens no other session, and is used up by the try', async () => {
    const tickets = new Tickets(null);
    const { ticket } = await tickets.create('race', now);
    expect(await tickets.redeem(ticket, 'another', now)).toBe(false);
    expect(await tickets.redeem(ticket, 'race', now)).toBe(false);
  });

  test('that was never created opens nothing', async () => {
    expect(await new Tickets(null).redeem('guess', 'race', now)).toBe(false);
  });

  test('is one of ten thousand at most: the oldest goes, and those whose time is over go first', async () => {
    const tickets = new Tickets(null);
    const { ticket: over } = await tickets.create('race', now - ticketLifetime);
    const { ticket: oldest } = await tickets.create('race', now);
    expect(await tickets.redeem(over, 'race', now - ticketLifetime)).toBe(false);
    const { ticket: next } = await tickets.create('race', now);
    for (let count = 2; count < 10_000; count += 1) await tickets.create('race', now);
    const { ticket: newest } = await tickets.create('race', now);
    expect(await tickets.redeem(oldest, 'race', now)).toBe(false);
    expect([await tickets.redeem(next, 'race', now), await tickets.redeem(newest, 'race', now)]).toEqual([true, true]);
  });
});

describe('with Redis a ticket', () => {
  /** The shared store; `isAway` while it cannot be reached. */
  function createStreams() {
    const stored = new Map<string, string>();
    const state = { isAway: false };
    const streams = {
      storeTicket: async (hash: string, id: string) => {
        if (!state.isAway) stored.set(hash, id);
        return !state.isAway;
      },
      takeTicket: async (hash: string) => {
        const id = state.isAway ? null : (stored.get(hash) ?? null);
        stored.delete(hash);
        return id;
      },
    };
    return { state, streams, stored };
  }

  test('opens its session once, on any server, and is stored as a hash', async () => {
    const { streams, stored } = createStreams();
    const { ticket } = await new Tickets(streams).create('race', now);
    expect([...stored.keys()]).not.toContain(ticket);
    const other = new Tickets(streams);
    expect([await other.redeem(ticket, 'race', now), await other.redeem(ticket, 'race', now)]).toEqual([true, false]);
  });

  test('is stored by the server that created it while Redis is away, and by it alone', async () => {
    const { state, streams } = createStreams();
    const own = new Tickets(streams);
    const { ticket: shared } = await own.create('race', now);
    state.isAway = true;
    const { ticket } = await own.create('race', now);
    expect([await own.redeem(shared, 'race', now), await new Tickets(streams).redeem(ticket, 'race', now)]).toEqual([
      false,
      false,
    ]);
    expect(await own.redeem(ticket, 'race', now)).toBe(true);
  });
});
