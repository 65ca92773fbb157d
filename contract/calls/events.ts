import { EventCreate, EventOrder, EventSessionsAdd, EventsCreate, EventUpdate, SessionScoring } from '../api/bodies.ts';
import { Season } from '../entities/season.ts';
import { listDeletions } from './account.ts';
import { call, onAnyVersion, type WriteRequest } from './call.ts';
import { all, ofAttachment, ofCalendar } from './changes.ts';
import { getSeason } from './seasons.ts';

/** Add an event to a season. */
export const addEvent = call({
  method: 'POST',
  path: '/api/Seasons/{seasonId}/events',
  access: { right: 'manageSeason' },
  body: EventCreate,
  answer: Season,
  version: getSeason,
  basis: onAnyVersion,
  problems: [403, 404, 422],
  changes: ofCalendar,
});

/** Append events to a season. */
export const addEvents = call({
  method: 'PATCH',
  path: '/api/Seasons/{seasonId}/events',
  access: { right: 'manageSeason' },
  body: EventsCreate,
  answer: Season,
  version: getSeason,
  basis: onAnyVersion,
  problems: [403, 404],
  changes: ofCalendar,
});

/** Change an event; what is absent stays, null empties. */
export const updateEvent = call({
  method: 'PATCH',
  path: '/api/Seasons/{seasonId}/events/{eventId}',
  access: { right: 'manageSeason' },
  body: EventUpdate,
  answer: Season,
  version: getSeason,
  problems: [403, 404],
  changes: ofCalendar,
});

/** Order the events of a season; every event is listed once. */
export const orderEvents = call({
  method: 'PUT',
  path: '/api/Seasons/{seasonId}/events/order',
  access: { right: 'manageSeason' },
  body: EventOrder,
  answer: Season,
  version: getSeason,
  problems: [403, 404, 422],
  changes: ofCalendar,
});

/** Delete an event; its sessions stay, and it can be restored for 14 days. */
export const deleteEvent = call({
  method: 'DELETE',
  path: '/api/Seasons/{seasonId}/events/{eventId}',
  access: { right: 'manageSeason' },
  version: getSeason,
  // Who deletes an event has seen its fields and sessions.
  basis: (season: Season, { params }) => eventIn(season, params),
  problems: [403, 404],
  changes: (request) => [...ofAttachment(request), ...all(listDeletions)],
});

/** Attach a session to an event. */
export const addEventSession = call({
  // The specification spells it with three s.
  method: 'PATCH',
  path: '/api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}',
  access: { right: 'attachRecordings' },
  answer: Season,
  version: getSeason,
  basis: onAnyVersion,
  problems: [403, 404],
  changes: ofAttachment,
});

/** Attach several sessions to an event. */
export const addEventSessions = call({
  method: 'PATCH',
  path: '/api/Seasons/{seasonId}/events/{eventId}/sessions',
  access: { right: 'attachRecordings' },
  body: EventSessionsAdd,
  answer: Season,
  version: getSeason,
  basis: onAnyVersion,
  problems: [403, 404],
  changes: ofAttachment,
});

/** Detach a session from an event. */
export const removeEventSession = call({
  method: 'DELETE',
  path: '/api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}',
  access: { right: 'attachRecordings' },
  version: getSeason,
  basis: onAnyVersion,
  problems: [403, 404],
  changes: ofAttachment,
});

/** Choose how a session of an event scores; null for the default of its type. */
export const setSessionScoring = call({
  method: 'PATCH',
  path: '/api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}',
  access: { right: 'manageSeason' },
  body: SessionScoring,
  answer: Season,
  version: getSeason,
  basis: (season: Season, { params }) =>
    eventIn(season, params)?.sessions.find(([sessionId]) => sessionId === params?.['sessionId'])?.[1],
  problems: [403, 404],
  changes: ofCalendar,
});

/** An event as a person sees it: its fields, and its sessions with their scoring. */
function eventIn({ events }: Season, params: WriteRequest['params']) {
  const event = events.find(({ id }) => id === params?.['eventId']);
  return event && { ...event, sessions: event.sessions.map(({ session, scoring }) => [session.id, scoring ?? null]) };
}
