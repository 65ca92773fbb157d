import { expect, test } from 'vitest';
import { DriverStatus } from '#contract/entities/track-flag';
import { ResultStatus, SessionType } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { toDocument } from '#contract/live/to-document';
import { timingOf } from '#contract/race/live-timing';
import { timedSessionOf } from '#contract/race/timed-lines';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { liveRow } from './live-row.ts';
import { timedRow } from './timed-row.ts';

const lap = { lapTime: 80_000, sector1Time: 26_000, sector2Time: 30_000, sector3Time: 24_000, invalidLap: false };
const slower = { ...lap, lapTime: 80_500, sector3Time: 24_500 };

function rowOf(given: Partial<LiveDetail['drivers'][number]>, sessionType: SessionType = SessionType.Q1) {
  const others = Array.from({ length: 11 }, (_, index) => ({
    ...driver({ carIndex: index, name: 'Ada', position: index < 10 ? index + 1 : 12, lapTimes: [lap] }),
    resultStatus: ResultStatus.Active,
  }));
  const own = {
    ...driver({ carIndex: 20, name: 'Bo', position: 11, resultStatus: ResultStatus.Active, lapTimes: [slower] }),
    driverStatus: DriverStatus.FlyingLap,
    ...given,
  };
  const document = toDocument({ ...upload({ sessionType, sessionStatus: 2 }), drivers: [...others, own] });
  const timing = timingOf(document);
  const line = timing.lines.find(({ carIndex }) => carIndex === 20);
  const timed = timedSessionOf(document, timing).lines.get(20);
  if (line === undefined || timed === undefined) throw new Error('there is no such car');
  return timedRow(timed, liveRow(line, 'BOO', { isOfRace: false, flag: 'green' }));
}

test('a running lap has tenths, and its delta the colour of its sector', () => {
  expect(rowOf({ currentLapTime: 48_372, currentSector1Time: 25_900 })).toMatchObject({
    lap: '0:48.3',
    lapHighlight: 'none',
    delta: '-0.100',
    deltaHighlight: 'sessionBest',
    sector1: '25.900',
    sector1Highlight: 'sessionBest',
    oldFrom: 1,
    status: '',
    best: '1:20.500',
    bestHighlight: 'none',
    gap: '+0.500',
  });
});

test('a lap that has just ended is shown in full, and a new best lap is marked', () => {
  expect(rowOf({ currentLapTime: 1_200 })).toMatchObject({
    lap: '1:20.500',
    delta: '+0.500',
    isImproved: true,
    bestHighlight: 'personalBest',
  });
});

test('without a timed lap there is what the car does instead, and no sectors', () => {
  const given = { currentLapTime: 40_000, currentSector1Time: 39_000, driverStatus: DriverStatus.OutLap };
  expect(rowOf(given)).toMatchObject({ lap: '', status: 'OUT LAP', delta: '', sector1: '', sector1Highlight: 'none' });
  expect(rowOf({ driverStatus: DriverStatus.InLap, currentLapTime: 20_000 })).toMatchObject({ status: 'IN LAP' });
  expect(rowOf({ resultStatus: ResultStatus.Finished })).toMatchObject({ status: 'FIN' });
});

test('the gap to the cut is signed, and belongs to parts with a knock-out', () => {
  expect(rowOf({})).toMatchObject({ toCut: '+0.500', isBelowCut: false });
  expect(rowOf({}, SessionType.Q2)).toMatchObject({ toCut: '+0.500', isBelowCut: true });
  expect(rowOf({}, SessionType.Q3)).toMatchObject({ toCut: '', isBelowCut: false });
});
