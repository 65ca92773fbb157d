import { expect, test } from 'vitest';
import { getOutline } from '#contract/calls/site';
import { Track } from '#contract/enumerations';
import { session } from '#tests/fixtures/session';
import { sessionItem } from './offline-items.ts';

test('a session is kept with the outline of its track, on which its replay is drawn without a network', () => {
  const outline = { call: getOutline, params: { trackId: String(Track.Monza) } };
  expect(sessionItem(session({ trackId: Track.Monza })).extras).toEqual([outline]);
  expect(sessionItem(session({ trackId: Track.Unknown })).extras).toEqual([]);
});
