import { expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { knownDrivers } from './known-drivers.ts';

const event = (id: string) => ({ id, track: Track.Monza, name: null, startsAt: null, sessions: [] });
const driver = { id: 'one', number: null, isReserve: false, changes: [] };

test('drivers of the roster have the team of their seat at the event, but reserves, and those who raced have none', () => {
  const season = {
    events: [event('first'), event('second')],
    roster: [
      { ...driver, name: 'Ada', team: 'Lanza', changes: [{ eventId: 'second', team: 'Pallas', isReserve: false }] },
      { ...driver, name: 'Bo', team: 'Lanza', isReserve: true },
    ],
    standings: {
      drivers: [{ name: 'Cy', points: 0, team: 'Aurora', results: [], aliases: ['cy_77'] }],
      tracks: [],
    },
  };
  expect(knownDrivers(season, 'first')).toEqual([
    { name: 'Ada', team: 'Lanza' },
    { name: 'Bo', team: null },
    { name: 'Cy', team: null },
    { name: 'cy_77', team: null },
  ]);
  expect(knownDrivers(season, 'second')[0]).toEqual({ name: 'Ada', team: 'Pallas' });
});
