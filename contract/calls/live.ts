import * as v from 'valibot';
import { longestDelay } from '../constants.ts';
import { LiveSummary, LiveTicket } from '../entities/live-session.ts';
import { queryNumber } from '../values/values.ts';
import { call } from './call.ts';
import { Key, LiveFormat, LiveSnapshot, LiveView, sessionKey } from './parameters.ts';

const WatchQuery = v.object({
  /** table: without positions on the track; full: with them. */
  view: v.optional(LiveView, 'full'),
  /** binary: as the app reads it; json: for overlays and bots. */
  format: v.optional(LiveFormat, 'binary'),
  /** parts: the first snapshot is what a timing table shows, and a second message has the rest; whole: all is in one. */
  snapshot: v.optional(LiveSnapshot, 'whole'),
  /** The epoch and the number of the last message, with a full stop between them: what came later is sent. */
  since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{1,10}$/))),
  /** Send everything so many seconds later. */
  delay: v.optional(queryNumber(0, longestDelay)),
  /** A ticket to a private session. */
  ticket: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** The key of a private session. */
  key: v.optional(Key),
});

/** All live sessions. */
export const listLive = call({
  method: 'GET',
  path: '/api/LiveSession/all',
  access: 'public',
  answer: v.array(LiveSummary),
  cache: 'never',
});

/** A live session, with the event that it is the race of. */
export const getLive = call({
  method: 'GET',
  path: '/api/LiveSession/{id}',
  access: 'public',
  headers: sessionKey,
  answer: LiveSummary,
  cache: 'never',
  problems: [404],
});

/** Live sessions of a user. */
export const listUserLive = call({
  method: 'GET',
  path: '/api/LiveSession/user/{userId}',
  access: 'public',
  answer: v.array(LiveSummary),
  cache: 'never',
});

/** Get a ticket to watch a private session. */
export const createTicket = call({
  // Makes a pass, and reads for that: a viewer of a private race waits for it.
  method: 'POST',
  path: '/api/LiveSession/{id}/ticket',
  access: 'public',
  headers: sessionKey,
  answer: LiveTicket,
  isSecret: true,
  problems: [403, 404],
  // Changes nothing that can be read.
  changes: () => [],
});

/** Publish a live session (WebSocket). */
export const publishLive = call({
  method: 'GET',
  path: '/api/LiveSession/ws/publish/{id}',
  access: 'public',
  isSocket: true,
});

/** Watch a session (WebSocket). */
export const watchLive = call({
  method: 'GET',
  path: '/api/LiveSession/ws/{id}',
  access: 'public',
  query: WatchQuery,
  isSocket: true,
});

/** Watch the live session of a user (WebSocket). */
export const watchUserLive = call({
  method: 'GET',
  path: '/api/LiveSession/ws/user/{id}',
  access: 'public',
  query: WatchQuery,
  isSocket: true,
});
