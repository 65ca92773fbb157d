import { expect, test } from 'vitest';
import { calls } from '../calls/by-name.ts';
import type { Call } from '../calls/call.ts';
import { addressOf, paramNamesOf, routeOf } from './address.ts';

test('fills in path parameters and repeats list parameters', () => {
  expect(addressOf(calls.listOwnSessions, {}, { page: 0, pageSize: 20, TrackIds: [11, -1], SessionTypes: [] })).toBe(
    '/api/Sessions/currentUser?page=0&pageSize=20&TrackIds=11&TrackIds=-1',
  );
  expect(addressOf(calls.addEventSession, { seasonId: 'a', eventId: 'b/..', sessionId: 'c' })).toBe(
    '/api/Seasons/a/events/b%2F../sesssion/c',
  );
});

test.each((Object.entries(calls) as [string, Call][]).filter(([, call]) => paramNamesOf(call).length > 0))(
  '%s throws for each path parameter that is missing',
  (_, call) => {
    const names = paramNamesOf(call);
    for (const missing of names) {
      const params = Object.fromEntries(names.filter((name) => name !== missing).map((name) => [name, 'x']));
      for (const absent of [undefined, null, '']) {
        expect(() => addressOf(call, { ...params, [missing]: absent })).toThrow(
          new TypeError(`The parameter '${missing}' must be defined.`),
        );
      }
    }
  },
);

test('page and pageSize can be absent, and are refused when null', () => {
  expect(addressOf(calls.pageOwnSeasons, {}, { page: undefined })).toBe('/api/Seasons/user');
  expect(() => addressOf(calls.pageOwnSeasons, {}, { page: null })).toThrow("The parameter 'page' cannot be null.");
  expect(() => addressOf(calls.pageOwnSeasons, {}, { page: 0, pageSize: null })).toThrow(
    "The parameter 'pageSize' cannot be null.",
  );
});

test('converts a path to the syntax of routers', () => {
  expect(routeOf(calls.removeEventSession)).toBe('/api/Seasons/:seasonId/events/:eventId/session/:sessionId');
});
