import { describe, expect, test } from 'vitest';
import type { Driver } from '#contract/entities/session';
import { TrackFlag } from '#contract/entities/track-flag';
import { ResultStatus, SafetyCarStatus, SessionType } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { toDocument } from '#contract/live/to-document';
import { timingOf } from '#contract/race/live-timing';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { eventClock, eventText, messageName } from './live-event-words.ts';
import { flagText, liveHead } from './live-head.ts';
import { type LiveRow, liveRow } from './live-row.ts';
import { liveStatusText } from './live-status-words.ts';
import { liveSummary } from './live-summary.ts';
import { formatCountdown } from './time.ts';

const active = (carIndex: number, position: number, given: Partial<Driver> = {}): Driver =>
  driver({ carIndex, name: `Driver ${carIndex}`, position, resultStatus: ResultStatus.Active, ...given });

function drawn(drivers: Driver[], given: Partial<Omit<LiveDetail, 'drivers'>> = {}) {
  const document = toDocument({ ...upload({ sessionStatus: 2, drivers }), ...given });
  const timing = timingOf(document);
  const head = liveHead(document, timing);
  const rows = new Map<number, LiveRow>(timing.lines.map((line) => [line.carIndex, liveRow(line, 'ABC', head)]));
  return { rows, order: timing.lines.map(({ carIndex }) => carIndex), head };
}

describe('a row', () => {
  test('has the texts of a timing screen', () => {
    const { rows } = drawn([
      active(0, 1),
      active(1, 2, {
        startingPosition: 5,
        deltaToCarAhead: 934,
        deltaToLeader: 62_345,
        bestLapTimeMs: 83_456,
        totalPenaltiesSeconds: 5,
        totalCornerCutWarnings: 2,
      }),
      active(2, 3, { resultStatus: ResultStatus.Retired }),
    ]);
    expect(rows.get(0)).toMatchObject({ interval: 'Leader', gap: '', last: '—' });
    expect(rows.get(1)).toMatchObject({
      gained: 3,
      interval: '+0.934',
      isClose: true,
      gap: '+1:02.345',
      best: '1:23.456',
      penalties: '+5s',
      warnings: 'TL 2',
      state: '',
    });
    expect(rows.get(2)).toMatchObject({ state: 'RET', chip: '', isOut: true, gap: '' });
  });

  test('only cars that race against each other are close', () => {
    const close = { deltaToCarAhead: 934, deltaToLeader: 934 };
    const isClose = (second: Partial<Driver>, given: Parameters<typeof drawn>[1] = {}) =>
      drawn([active(0, 1), active(1, 2, { ...close, ...second })], given).rows.get(1)?.isClose;
    expect(isClose({})).toBe(true);
    expect(isClose({}, { sectorFlags: [TrackFlag.Yellow, TrackFlag.Clear, TrackFlag.Clear] })).toBe(true);
    for (const safetyCarStatus of [SafetyCarStatus.Full, SafetyCarStatus.Virtual])
      expect(isClose({}, { safetyCarStatus })).toBe(false);
    expect(isClose({}, { trackFlag: TrackFlag.Red })).toBe(false);
    expect(isClose({ pitStatus: 1 } as Partial<Driver>)).toBe(false);
    expect(isClose({ resultStatus: ResultStatus.Finished })).toBe(false);
  });

  test('a car that is out has no sectors of a lap of long ago', () => {
    const sectors = { sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000 };
    const laps = { lapTimes: [{ lapTime: 90_000, ...sectors, invalidLap: false }] };
    const [best] = laps.lapTimes;
    const slower = best === undefined ? [] : [{ ...best, lapTime: 91_000 }];
    const out = { lapTimes: slower, resultStatus: ResultStatus.Retired, lastSector3Time: 30_000 };
    const { rows } = drawn([active(0, 1, laps), active(1, 2, out)]);
    expect(rows.get(1)).toMatchObject({ sector1: '—', sector3Highlight: 'none', lastHighlight: 'none' });
  });

  test('a car in the pits or at the finish keeps its gap, and the winner has a time', () => {
    const { rows } = drawn([
      active(0, 1, { resultStatus: ResultStatus.Finished, totalRaceTime: 3_723_004 }),
      active(1, 2, { pitStatus: 1, deltaToCarAhead: 934, deltaToLeader: 934 } as Partial<Driver>),
    ]);
    expect(rows.get(0)).toMatchObject({ chip: 'FIN', state: '', interval: '1:02:03.004' });
    expect(rows.get(1)).toMatchObject({ chip: 'PIT', state: '', interval: '+0.934', gap: '+0.934' });
  });
});

describe('the header', () => {
  test('has lap, flag, weather and the next rain', () => {
    const sample = {
      sessionTypeMode: 10,
      forecastedWeatherCondition: 3,
      trackTemperatureCelsius: 30,
      trackTemperatureChange: null,
      airTemperatureCelsius: 24,
      airTemperatureChange: null,
    } as const;
    const { head } = drawn([active(0, 1, { currentLapNumber: 31 })], {
      numberOfLaps: 52,
      safetyCarStatus: SafetyCarStatus.Full,
      weatherForecastSamples: [
        { ...sample, timeOffSet: 5, rainPercentage: 10 },
        { ...sample, timeOffSet: 10, rainPercentage: 40 },
      ],
    });
    expect(head).toMatchObject({ lap: 31, laps: 52, flag: 'safetyCar', weather: 0, forecast: 'rain 40 % in 10 min' });
  });

  test.each([
    [SessionType.Q1, 0, 'chequered'],
    [SessionType.Q1, 1, 'green'],
    [SessionType.Race, 0, 'green'],
  ] as const)('in session type %i with %i s left has the %s flag', (sessionType, sessionTimeLeft, flag) => {
    expect(drawn([active(0, 1)], { sessionType, sessionTimeLeft }).head.flag).toBe(flag);
  });

  test.each<[Parameters<typeof drawn>[1], string]>([
    [{}, 'Green flag'],
    [{ trackFlag: 1 }, 'Yellow flag'],
    [{ sectorFlags: [0, 1, 0] }, 'Yellow flag, sector 2'],
    [{ trackFlag: 0, sectorFlags: [2, 0, 1] }, 'Double yellow flag, sectors 1 and 3'],
    [{ sectorFlags: [1, 1, 1] }, 'Yellow flag'],
    [{ safetyCarStatus: 2, sectorFlags: [1, 0, 0] }, 'Virtual safety car'],
    [{ safetyCarStatus: 2, isSafetyCarEnding: true }, 'VSC ending'],
    [{ safetyCarStatus: 1, isSafetyCarEnding: true }, 'Safety car in this lap'],
    [{ safetyCarStatus: 3, isSafetyCarEnding: true }, 'Formation lap'],
    [{ safetyCarStatus: 1, trackFlag: 3 }, 'Red flag'],
    [{ isSafetyCarEnding: true }, 'Green flag'],
  ])('of %j reads: %s', (given, text) => {
    expect(flagText(drawn([active(0, 1)], given).head)).toBe(text);
  });

  test('has the chequered flag once the leader has finished', () => {
    expect(drawn([driver({ position: 1 })]).head.flag).toBe('chequered');
  });

  test.each([
    [3_725, '1:02:05'],
    [249, '4:09'],
    [0, '0:00'],
    [-1, '0:00'],
  ])('shows %i s as %s', (seconds, text) => {
    expect(formatCountdown(seconds)).toBe(text);
  });
});

describe('a summary', () => {
  const before = drawn([active(0, 1), active(1, 2), active(2, 3)]);
  test.each([
    ['a new leader', [active(0, 2), active(1, 1), active(2, 3)], {}, [], 'Driver 1 leads.'],
    [
      'a followed driver',
      [active(0, 1), active(1, 3), active(2, 2)],
      {},
      ['Driver 2'],
      'Driver 2 is now in position 2.',
    ],
    [
      'a flag',
      [active(0, 1), active(1, 2), active(2, 3)],
      { safetyCarStatus: SafetyCarStatus.Full },
      [],
      'Safety car.',
    ],
    [
      'a retirement',
      [active(0, 1), active(1, 2), active(2, 3, { resultStatus: ResultStatus.Retired })],
      {},
      [],
      'Driver 2 is out.',
    ],
    ['a new lap', [active(0, 1, { currentLapNumber: 4 }), active(1, 2), active(2, 3)], {}, [], 'Lap 4.'],
    ['nothing', [active(0, 1), active(1, 2), active(2, 3)], {}, ['Driver 1'], ''],
  ] as const)('tells %s', (_, drivers, given, favourites, text) => {
    expect(liveSummary(before, drawn([...drivers], given), favourites)).toBe(text);
  });
});

test('offline, server, recorder and end have words of their own', () => {
  const since = new Date(2026, 10, 22, 21, 4, 13).toISOString();
  const texts = [
    liveStatusText('offline', 'offline', null),
    liveStatusText('reconnecting', 'unreachable', null),
    liveStatusText('stale', 'captive', null),
    liveStatusText('stale', 'online', null),
    liveStatusText('recorderSilent', 'online', since),
    liveStatusText('ended', 'online', null),
    liveStatusText('following', 'unreachable', null),
  ];
  expect(texts).toEqual([
    'You are offline',
    'Can’t reach the server',
    'This Wi-Fi wants you to sign in',
    'Nothing has come for some seconds',
    'Recorder silent since 21:04:13',
    'This session has ended',
    null,
  ]);
});

const penalty = { kind: 'penalty', car: 1, seconds: null, infringement: null, other: null } as const;
test.each([
  [{ kind: 'overtake', car: 1, other: 2 }, 'PASS Car 1 passes Car 2'],
  [{ kind: 'lead', car: 1, other: 2, reason: null }, 'NEW LEADER Car 1 takes the lead from Car 2'],
  [{ kind: 'lead', car: 1, other: 2, reason: 'stop' }, 'NEW LEADER Car 1, as Car 2 stops in the pits'],
  [{ kind: 'lead', car: 1, other: 2, reason: 'out' }, 'NEW LEADER Car 1, as Car 2 is out'],
  [{ kind: 'fastestLap', car: 1, lapTime: 83_456, onLap: 7, stands: true }, 'FASTEST LAP Car 1 1:23.456, lap 7'],
  [{ kind: 'stop', car: 1, pitLaneTime: 21_340 }, 'PIT STOP Car 1, 21.3 s in the pit lane'],
  [{ kind: 'out', car: 1, status: ResultStatus.Disqualified, infringement: null }, 'DISQUALIFIED Car 1'],
  [{ kind: 'out', car: 1, status: ResultStatus.Retired, infringement: 41 }, 'RETIRED Car 1, mechanical failure'],
  [{ kind: 'warning', car: 1, count: 3, isCornerCut: true }, 'WARNING Car 1 cut a corner, 3rd warning'],
  [{ kind: 'warning', car: 1, count: 12, isCornerCut: false }, 'WARNING Car 1, 12th warning'],
  [{ ...penalty, type: 4, seconds: 5, infringement: 3, other: 2 }, '5-SECOND PENALTY Car 1, big collision with Car 2'],
  [{ ...penalty, type: 0 }, 'DRIVE-THROUGH Car 1'],
  [{ ...penalty, kind: 'deletedLap', type: 10, infringement: 25 }, 'LAP DELETED Car 1, corner cut'],
  [{ kind: 'flag', flag: 'virtualSafetyCar', sectors: [], until: null }, 'VIRTUAL SAFETY CAR '],
  [{ kind: 'flag', flag: 'yellow', sectors: [2], until: null }, 'YELLOW FLAG sector 2'],
  [{ kind: 'flag', flag: 'red', sectors: [], until: null }, 'RED FLAG session stopped'],
  [
    { kind: 'flag', flag: 'yellow', sectors: [2], until: { lap: 1, time: 249_000 } },
    'YELLOW FLAG sector 2, until 04:09',
  ],
  [
    { kind: 'flag', flag: 'safetyCar', sectors: [], until: { lap: 9, time: 3_725_000 } },
    'SAFETY CAR until 1:02:05, lap 9',
  ],
  [{ kind: 'flag', flag: 'safetyCar', sectors: [], until: { lap: 9, time: null } }, 'SAFETY CAR until lap 9'],
] as const)('%j reads: %s', (event, text) => {
  const { mark, text: rest } = eventText({ key: 'x', at: 0, lap: 1, time: null, ...event }, (car) => `Car ${car}`);
  expect(`${mark} ${rest}`).toBe(text);
});

test('the name of a car in a message has a direction of its own', () => {
  const names = new Map([[1, { name: 'محمد' }]]);
  expect([messageName(names, 1), messageName(names, 2)]).toEqual(['\u2068محمد\u2069', '\u2068Car 2\u2069']);
});

test.each([
  [3_725_000, '1:02:05'],
  [249_900, '04:09'],
  [0, '00:00'],
  [null, ''],
])('an event %j ms after the start has the clock: %j', (time, text) => {
  expect(eventClock(time)).toBe(text);
});
