import { beforeEach, describe, expect, test } from 'vitest';
import { ResultStatus, SessionStatus, TyreCompound } from '#contract/enumerations';
import { PenaltyType } from '#contract/penalties';
import { blankBody } from '../game/packet.ts';
import { TestGame } from '../testing/test-game.ts';
import type { SessionRecord } from './session-record.ts';
import { SessionTracker } from './session-tracker.ts';

const begun = Date.parse('2026-05-01T18:00:00.000Z');
let tracker: SessionTracker;
let started: SessionRecord[];
let ended: SessionRecord[];
let game: TestGame;

beforeEach(() => {
  started = [];
  ended = [];
  tracker = new SessionTracker({
    onStart: (session) => started.push(session),
    onPacket: () => undefined,
    onEnd: (session) => ended.push(session),
  });
  game = new TestGame();
});

/** Sends datagrams at the time of the game. */
function send(...datagrams: Uint8Array[]): void {
  for (const datagram of datagrams) tracker.receive(datagram, begun + game.time * 1_000);
}

/** A race of two cars that are on a lap, which the leader began at a time in s. */
function begin(): void {
  send(game.event({ code: 'SSTA', details: {} }), game.session(), game.participants(['Ann', 'Bob']));
  send(game.laps([{}, {}]));
}

const read = () => tracker.session?.read();
const driver = (carIndex: number) => read()?.drivers.find((one) => one.carIndex === carIndex);
const lapTimesOf = (carIndex: number) => driver(carIndex)?.lapTimes.map(({ lapTime }) => lapTime);

describe('what belongs to a session', () => {
  test('packets without a session neither begin nor end one', () => {
    const lobby = new TestGame({ gameSession: 0n });
    send(lobby.participants(['Ann']), lobby.session());
    expect(started).toHaveLength(0);
    begin();
    send(lobby.session(), lobby.event({ code: 'SEND', details: {} }), lobby.result([3]));
    expect([started.length, ended.length]).toEqual([1, 0]);
    expect(tracker.reception().received).toBe(9);
  });

  test('another session ends the one before as unfinished', () => {
    begin();
    game.at(90);
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000 }, {}]));
    game = new TestGame({ gameSession: 8n }).at(0);
    send(game.session(), game.session(), game.session());
    expect(ended.map(({ gameSession }) => gameSession)).toEqual([7n]);
    expect(tracker.session?.gameSession).toBe(8n);
    const upload = ended[0]?.toUpload();
    expect(upload).toMatchObject({
      sessionStatus: SessionStatus.InProgress,
      sessionStartTime: new Date(begun).toISOString(),
      sessionEndTime: new Date(begun + 90_000).toISOString(),
    });
    expect(upload?.drivers.map(({ name, lapTimes }) => [name, lapTimes.length])).toEqual([
      ['Ann', 1],
      ['Bob', 0],
    ]);
  });

  test('one packet of another session does not end the one that runs, and its packets are counted', () => {
    begin();
    send(new TestGame({ gameSession: 8n }).session(), new TestGame({ gameSession: 9n }).session());
    game.at(1);
    send(game.laps([{}, {}]));
    expect([started.length, ended.length, tracker.session?.gameSession]).toEqual([1, 0, 7n]);
  });

  test('of two games on one port the session that began last is recorded', () => {
    begin();
    const other = new TestGame({ gameSession: 8n });
    for (let second = 1; second <= 5; second += 1) {
      other.at(second);
      game.at(second);
      send(other.laps([{}]), other.session(), game.laps([{}, {}]));
    }
    expect(tracker.session?.gameSession).toBe(8n);
    expect([started.length, ended.length]).toEqual([2, 1]);
    expect(tracker.reception().ofOthers).toBeGreaterThan(2);
  });

  test('a session goes on when its packets come again after a silence', () => {
    begin();
    game.at(90);
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000 }, {}]));
    tracker.advance(begun + 90_000 + 599_000);
    expect(ended).toHaveLength(0);
    tracker.advance(begun + 90_000 + 601_000);
    expect(ended).toHaveLength(1);
    game.at(700);
    send(game.laps([{ currentLapNum: 3, lastLapTimeInMS: 87_000 }, {}]));
    expect(tracker.session).toBe(ended[0]);
    expect(started).toEqual([ended[0], ended[0]]);
    expect(lapTimesOf(0)).toEqual([88_000, 87_000]);
  });

  test('a session without a lap and without a result is not stored', () => {
    begin();
    tracker.end();
    expect(ended[0]?.toUpload()).toBeNull();
  });

  test('a spectator records like a player', () => {
    game = new TestGame({ playerCarIndex: 255 });
    begin();
    game.at(90);
    send(game.history(0, [88_000, 0]), game.history(1, [89_000, 0]), game.result([1, 1]));
    tracker.end();
    expect(ended[0]?.toUpload()?.drivers.map(({ name, finishingPosition }) => [name, finishingPosition])).toEqual([
      ['Ann', 1],
      ['Bob', 2],
    ]);
  });
});

describe('the end', () => {
  test('a history that comes after the result corrects it; what else comes does not', () => {
    begin();
    game.at(90);
    send(game.laps([{ currentLapNum: 1 }, { currentLapNum: 1 }]));
    const late = game.history(1, [89_000]);
    game.at(91);
    send(game.result([1, 1]), late, game.history(0, [88_000]), game.laps([null, { resultStatus: 7 }]));
    expect(ended).toHaveLength(0);
    tracker.advance(begun + 91_000 + 1_001);
    const upload = ended[0]?.toUpload();
    expect(upload?.sessionStatus).toBe(SessionStatus.Finished);
    expect(upload?.drivers.map(({ lapTimes, resultStatus }) => [lapTimes[0]?.lapTime, resultStatus])).toEqual([
      [88_000, ResultStatus.Finished],
      [89_000, ResultStatus.Finished],
    ]);
  });

  test('a last lap whose history is lost has its sectors from the lap data, and the third from the time', () => {
    begin();
    game.at(60);
    send(game.laps([{ sector1TimeMSPart: 30_000, sector2TimeMSPart: 20_000 }, { lastLapTimeInMS: 90_000 }]));
    game.at(90);
    send(
      game.laps([{ lastLapTimeInMS: 88_000, resultStatus: ResultStatus.Finished }, { lastLapTimeInMS: 90_000 }]),
      game.result([1, 1]),
    );
    tracker.end();
    expect(ended[0]?.read().drivers.map(({ lapTimes }) => lapTimes)).toEqual([
      [{ lapTime: 88_000, sector1Time: 30_000, sector2Time: 20_000, sector3Time: 38_000, invalidLap: false }],
      // The lap data at the flag is lost too: what is left is the time of another lap.
      [{ lapTime: null, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false }],
    ]);
    expect(ended[0]?.completeness()).toMatchObject({ laps: 2, lapsRecorded: 1 });
  });

  test('packets that go on after the end do not begin the session again', () => {
    begin();
    send(game.result([1, 1]));
    game.at(20);
    send(game.laps([{}, {}]));
    game.at(40);
    send(game.laps([{}, {}]), game.session());
    expect([started.length, ended.length, tracker.session]).toEqual([1, 1, null]);
  });

  test('what the game sends beyond the bounds of a session is left out alone', () => {
    begin();
    game.at(90);
    const details = { overtakingVehicleIdx: 200, beingOvertakenVehicleIdx: 1 };
    send(game.event({ code: 'OVTK', details }));
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000, carPosition: 222 }, {}]));
    send(game.session({ trackTemperature: 120, weather: 77 }));
    tracker.end();
    const upload = ended[0]?.toUpload();
    expect(upload).toMatchObject({ trackTemp: null, overtakes: [] });
    expect(upload?.drivers[0]).toMatchObject({ name: 'Ann', position: null, lapTimes: [{ lapTime: 88_000 }] });
  });
});

describe('going back', () => {
  /** Car 0 has completed three laps of 80 s and is on its fourth, with an overtake on lap 3 and a warning on lap 4. */
  function driveFourLaps(): void {
    begin();
    for (const lapNum of [2, 3, 4]) {
      game.at((lapNum - 1) * 80);
      send(game.laps([{ currentLapNum: lapNum, lastLapTimeInMS: 80_000 }, {}]));
      send(game.history(0, [...Array.from({ length: lapNum - 1 }, () => 80_000), 0]));
      if (lapNum === 3)
        send(game.event({ code: 'OVTK', details: { overtakingVehicleIdx: 0, beingOvertakenVehicleIdx: 1 } }));
    }
    game.at(250);
    send(game.laps([{ currentLapNum: 4, lastLapTimeInMS: 80_000, totalWarnings: 1 }, {}]));
  }

  const flashback = (seconds: number) => {
    const event = game.event({
      code: 'FLBK',
      details: { flashbackFrameIdentifier: 0, flashbackSessionTime: seconds },
    });
    game.frame += 1;
    game.time = seconds;
    return event;
  };

  test('a flashback takes back the laps and rulings after it', () => {
    driveFourLaps();
    send(flashback(155));
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 80_000 }, {}]));
    expect(lapTimesOf(0)).toEqual([80_000]);
    expect(read()).toMatchObject({ overtakes: [] });
    expect(driver(0)?.warnings).toEqual([]);
    game.at(170);
    send(game.laps([{ currentLapNum: 3, lastLapTimeInMS: 90_000 }, {}]));
    expect(lapTimesOf(0)).toEqual([80_000, 90_000]);
  });

  test('packets of before a flashback that come after it are left out', () => {
    driveFourLaps();
    const lateEvent = game.event({ code: 'OVTK', details: { overtakingVehicleIdx: 1, beingOvertakenVehicleIdx: 0 } });
    const lateLaps = game.laps([{ currentLapNum: 4, lastLapTimeInMS: 80_000 }, {}]);
    const lateHistory = game.history(0, [80_000, 80_000, 80_000, 0]);
    game.at(251);
    send(flashback(155), lateEvent, lateLaps, lateHistory);
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 80_000 }, {}]), lateHistory);
    expect(lapTimesOf(0)).toEqual([80_000]);
    expect(read()?.overtakes).toEqual([]);
  });

  test('a flashback whose event is lost is seen from the clock', () => {
    driveFourLaps();
    flashback(155);
    for (let index = 0; index < 4; index += 1) {
      game.frame += 1;
      send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 80_000 }, {}]));
    }
    expect(lapTimesOf(0)).toEqual([80_000]);
    expect(read()?.overtakes).toEqual([]);
  });

  test('a single packet with an old clock takes nothing back', () => {
    driveFourLaps();
    const time = game.time;
    game.time = 20;
    send(game.laps([{ currentLapNum: 1 }, {}]));
    game.time = time;
    game.at(251);
    send(game.laps([{ currentLapNum: 4, lastLapTimeInMS: 80_000 }, {}]));
    expect(lapTimesOf(0)).toEqual([80_000, 80_000, 80_000]);
    expect(read()?.overtakes).toHaveLength(1);
  });

  /** The first packets of a session that begins again. */
  function beginAgain(): Uint8Array[] {
    game.frame += 60;
    game.time = 0;
    return [
      game.event({ code: 'SSTA', details: {} }),
      game.session(),
      game.participants(['Ann', 'Bob']),
      game.laps([{}, {}]),
    ];
  }

  test('a session that is started again is another one, and the laps of the first one stay', () => {
    driveFourLaps();
    const restartedAt = begun + 300_000;
    for (const datagram of beginAgain()) tracker.receive(datagram, restartedAt);
    expect(ended.map((session) => session.toUpload()?.drivers.map(({ lapTimes }) => lapTimes.length))).toEqual([
      [3, 0],
    ]);
    expect(lapTimesOf(0)).toEqual([]);
    expect(read()?.sessionStartTime).toBe(new Date(restartedAt).toISOString());
    expect(started).toHaveLength(2);
  });

  test('a session that is started again before a lap is completed is the same one', () => {
    begin();
    game.at(30);
    send(game.laps([{}, {}]));
    send(...beginAgain());
    expect([started.length, ended.length]).toEqual([2, 0]);
  });

  test('a session with a result that is started again is another one', () => {
    driveFourLaps();
    send(game.result([3, 0]));
    send(...beginAgain());
    expect(ended.map(({ isClassified }) => isClassified)).toEqual([true]);
    expect(tracker.session?.isClassified).toBe(false);
  });

  test('a session that begins again after its result without an event is another one', () => {
    driveFourLaps();
    send(game.result([3, 0]));
    tracker.advance(begun + 260_000);
    expect(tracker.session).toBeNull();
    beginAgain();
    for (const second of [1, 2, 3]) {
      game.at(second);
      send(game.session(), game.history(0, [0]), game.laps([{}, {}]));
    }
    expect([started.length, ended.length, tracker.session?.isClassified]).toEqual([2, 1, false]);
    expect(lapTimesOf(0)).toEqual([]);
    expect(ended[0]?.toUpload()?.drivers[0]?.lapTimes).toHaveLength(3);
  });

  test('a result that comes again is that of the session before, not of the next one', () => {
    driveFourLaps();
    const result = game.result([3, 0]);
    send(result, ...beginAgain());
    game.at(90);
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000 }, {}]), result);
    expect(tracker.session?.isClassified).toBe(false);
    send(game.result([1, 0]), result);
    tracker.end();
    expect(ended.map((session) => session.toUpload()?.drivers[0]?.numberOfLaps)).toEqual([3, 1]);
  });

  describe('a session start that is none', () => {
    const falseStart = () => {
      const { time } = game;
      game.time = 0;
      const datagrams = [game.event({ code: 'SSTA', details: {} }), game.session({ trackId: 0 })];
      game.time = time;
      return datagrams;
    };

    test('right before the result takes no lap back', () => {
      driveFourLaps();
      send(...falseStart(), game.result([3, 0]));
      tracker.end();
      expect(ended.map((session) => session.toUpload()?.sessionStatus)).toEqual([SessionStatus.Finished]);
      expect(ended[0]?.toUpload()).toMatchObject({ trackId: 11, drivers: [{ numberOfLaps: 3 }, { numberOfLaps: 0 }] });
    });

    test('while the session goes on changes nothing', () => {
      driveFourLaps();
      send(...falseStart());
      game.at(251);
      send(game.session(), game.laps([{ currentLapNum: 4, lastLapTimeInMS: 80_000 }, {}]));
      game.at(320);
      send(game.laps([{ currentLapNum: 5, lastLapTimeInMS: 81_000 }, {}]));
      expect([started.length, lapTimesOf(0)]).toEqual([1, [80_000, 80_000, 80_000, 81_000]]);
    });

    test('with packets of a session that then never runs leaves the result with the one that did', () => {
      driveFourLaps();
      send(...beginAgain());
      game.time = 251;
      send(game.result([3, 0]));
      tracker.end();
      const last = ended.at(-1)?.toUpload();
      expect([last?.sessionStatus, last?.drivers[0]?.numberOfLaps]).toEqual([SessionStatus.Finished, 3]);
      expect(ended.filter((session) => session.hasContent)).toEqual([ended[0], ended[0]]);
    });
  });

  test('frames that are counted anew are followed', () => {
    driveFourLaps();
    game.frame = 5;
    game.at(320);
    game.frame = 10;
    send(game.laps([{ currentLapNum: 5, lastLapTimeInMS: 81_000 }, {}]));
    expect(lapTimesOf(0)).toEqual([80_000, 80_000, 80_000, 81_000]);
  });

  test('a packet with a frame of the far future does not stop the session', () => {
    driveFourLaps();
    const frame = game.frame;
    game.frame = 4_000_000_000;
    send(game.laps([{ currentLapNum: 4, lastLapTimeInMS: 80_000 }, {}]));
    game.frame = frame;
    game.at(320);
    send(game.laps([{ currentLapNum: 5, lastLapTimeInMS: 81_000 }, {}]));
    expect(lapTimesOf(0)).toEqual([80_000, 80_000, 80_000, 81_000]);
  });
});

describe('a recorder that starts in mid-race', () => {
  test('has the laps from the history, and no weather of the start', () => {
    game.at(300);
    send(game.session({ trackTemperature: 30 }), game.participants(['Ann', 'Bob']));
    send(game.laps([{ currentLapNum: 4, gridPosition: 3, totalWarnings: 2, cornerCuttingWarnings: 1 }, {}]));
    send(game.history(0, [80_000, 81_000, 82_000, 0]));
    expect(read()).toMatchObject({
      sessionStartTime: new Date(begun).toISOString(),
      startTrackTemp: null,
      startWeather: null,
      trackTemp: 30,
    });
    expect(lapTimesOf(0)).toEqual([80_000, 81_000, 82_000]);
    expect(driver(0)).toMatchObject({ startingPosition: 3, currentLapNumber: 4 });
    expect(driver(0)?.warnings.map(({ lapNum, warningTime }) => [lapNum, warningTime])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('says how many laps it has of those that were driven', () => {
    game.at(300);
    send(game.session(), game.laps([{ currentLapNum: 4 }, { currentLapNum: 4 }]));
    send(game.history(0, [80_000, 81_000, 82_000, 0]));
    expect(tracker.session?.completeness()).toMatchObject({ laps: 6, lapsRecorded: 3 });
    send(game.history(1, [80_000, 81_000, 82_000, 0]));
    expect(tracker.session?.completeness()).toMatchObject({ laps: 6, lapsRecorded: 6 });
  });
});

describe('drivers', () => {
  test('one that leaves keeps name and laps, loses the place, and has retired', () => {
    begin();
    game.at(80);
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 80_000 }, {}]));
    game.at(100);
    send(game.participants(['', 'Bob']), game.laps([{ resultStatus: 1 }, { carPosition: 1 }]), game.history(0, []));
    expect(driver(0)).toMatchObject({ name: 'Ann', position: null, resultStatus: ResultStatus.Retired });
    expect(lapTimesOf(0)).toEqual([80_000]);
    expect(driver(1)).toMatchObject({ position: 1, resultStatus: ResultStatus.Active });
  });

  test('one that comes back goes on', () => {
    begin();
    send(game.laps([{ resultStatus: 1 }, {}]));
    game.at(20);
    send(game.laps([{}, {}]));
    expect(driver(0)).toMatchObject({ position: 1, resultStatus: ResultStatus.Active });
  });

  test('a car that the computer takes over stays the driver’s', () => {
    begin();
    send(game.participants([{ name: 'SAINZ', aiControlled: 1 }, 'Bob']));
    expect(driver(0)?.name).toBe('Ann');
    expect(driver(1)?.name).toBe('Bob');
  });

  test('a person who takes over a car of the computer is the driver', () => {
    begin();
    send(game.participants([{ name: 'SAINZ', aiControlled: 1, raceNumber: 55 }, 'Bob']));
    const other = new TestGame({ gameSession: 8n });
    send(other.participants([{ name: 'SAINZ', aiControlled: 1 }]), other.laps([{}]), other.session());
    send(other.participants([{ name: 'Cy' }]));
    expect(driver(0)?.name).toBe('Cy');
  });
});

describe('what a session may look like', () => {
  /** A practice of two cars. */
  const practice = () => game.session({ sessionType: 1, totalLaps: 1 });

  test('a car with restricted telemetry has its place, laps and sectors, and no tyres', () => {
    send(game.session(), game.participants([{ name: 'Ann', yourTelemetry: 0 }, 'Bob']), game.laps([{}, {}]));
    const { carStatusData } = blankBody('carStatus', game.format);
    const withTyre = { visualTyreCompound: 16, actualTyreCompound: 16 };
    send(
      game.encode('carStatus', {
        carStatusData: carStatusData.map((blank, index) => (index === 1 ? { ...blank, ...withTyre } : blank)),
      }),
    );
    game.at(80);
    send(
      game.laps([
        { currentLapNum: 2, lastLapTimeInMS: 80_000 },
        { currentLapNum: 2, lastLapTimeInMS: 81_000 },
      ]),
    );
    expect(driver(0)).toMatchObject({ position: 1, currentTyreCompound: null, tyres: [] });
    expect(driver(1)).toMatchObject({ position: 2, currentTyreCompound: TyreCompound.Soft });
    expect([lapTimesOf(0), lapTimesOf(1)]).toEqual([[80_000], [81_000]]);
  });

  test('a line that lies between garage and exit counts no lap that was not driven', () => {
    send(practice(), game.participants(['Ann', 'Bob']));
    const garage = { pitStatus: 1, driverStatus: 0, lapDistance: -300 };
    send(game.laps([{ ...garage, currentLapNum: 1 }, garage]));
    // The line is crossed in the pit lane: the lap that begins there is the out lap, and the one before had no time.
    game.at(20);
    send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 0, pitStatus: 1, driverStatus: 3, lapDistance: 5 }, garage]));
    game.at(110);
    send(game.laps([{ currentLapNum: 3, lastLapTimeInMS: 90_000, driverStatus: 1 }, garage]));
    game.at(195);
    send(game.laps([{ currentLapNum: 4, lastLapTimeInMS: 85_000, driverStatus: 2 }, garage]));
    expect(lapTimesOf(0)).toEqual([null, 90_000, 85_000]);
    expect(driver(0)).toMatchObject({ bestLapTimeMs: 85_000 });
    expect(lapTimesOf(1)).toEqual([]);
  });

  test('a practice in which everybody has retired by its end is stored with its order', () => {
    send(practice(), game.participants(['Ann', 'Bob']), game.laps([{ currentLapNum: 3 }, { currentLapNum: 3 }]));
    game.at(300);
    send(
      game.laps([
        { currentLapNum: 3, resultStatus: 7 },
        { currentLapNum: 3, resultStatus: 7 },
      ]),
    );
    send(game.history(0, [90_000, 84_000]), game.history(1, [91_000, 86_000]));
    const { classificationData } = blankBody('finalClassification', game.format);
    const bestLaps = [84_000, 86_000];
    send(
      game.encode('finalClassification', {
        numCars: 2,
        classificationData: classificationData.map((blank, index) =>
          bestLaps[index] === undefined
            ? blank
            : { ...blank, position: index + 1, numLaps: 2, resultStatus: 7, bestLapTimeInMS: bestLaps[index] ?? 0 },
        ),
      }),
    );
    tracker.end();
    const upload = ended[0]?.toUpload();
    expect(upload?.sessionStatus).toBe(SessionStatus.Finished);
    expect(
      upload?.drivers.map(({ name, finishingPosition, bestLapTimeMs, resultStatus, totalRaceTime }) => [
        name,
        finishingPosition,
        bestLapTimeMs,
        resultStatus,
        totalRaceTime,
      ]),
    ).toEqual([
      ['Ann', 1, 84_000, ResultStatus.Retired, null],
      ['Bob', 2, 86_000, ResultStatus.Retired, null],
    ]);
  });

  test('a stop-go is a penalty of the car, once, and served ones and unknown codes change nothing', () => {
    begin();
    game.at(10);
    const stopGo = { penaltyType: PenaltyType.StopGo, infringementType: 7, vehicleIdx: 1, otherVehicleIdx: 255 };
    send(game.event({ code: 'PENA', details: { ...stopGo, time: 255, lapNum: 1, placesGained: 0 } }));
    send(game.event({ code: 'SGSV', details: { vehicleIdx: 1, stopTime: 3 } }));
    send(game.event({ code: 'PENA', details: { ...stopGo, penaltyType: 99, time: 255, lapNum: 1, placesGained: 0 } }));
    expect(driver(1)?.penalties).toEqual([
      {
        penaltyType: PenaltyType.StopGo,
        penaltyTime: null,
        infringementType: 7,
        otherVehicleIdx: null,
        lapNum: 1,
        penaltyIssuedTime: 10_000,
      },
    ]);
    expect(driver(0)?.penalties).toEqual([]);
  });
});

describe('when the laps of a session with a garage were driven', () => {
  const endsOf = (carIndex: number) => driver(carIndex)?.lapTimes.map(({ lapTime, endedAt }) => [lapTime, endedAt]);
  /** The lap data of car 0 at a time in s: the time of its lap under way and the last one, in ms. */
  const drive = (seconds: number, currentLapNum: number, currentLapTimeInMS: number, lastLapTimeInMS: number) =>
    send(game.at(seconds).laps([{ currentLapNum, currentLapTimeInMS, lastLapTimeInMS }]));
  const beginQualifying = () => send(game.session({ sessionType: 5 }), game.participants(['Ann']));

  test('a lap ended so long ago as the next one takes, also where the packets around the line are lost', () => {
    beginQualifying();
    drive(100, 1, 20_000, 0);
    drive(160, 1, 80_000, 0);
    drive(160.1, 2, 50, 80_030);
    drive(230, 2, 69_950, 80_030);
    drive(252, 3, 12_000, 79_920);
    expect(endsOf(0)).toEqual([
      [80_030, 160_050],
      [79_920, 240_000],
    ]);
    // What the history says of a lap corrects it, and its number.
    send(game.history(0, [90_000, 80_030, 79_920, 0]));
    expect(endsOf(0)).toEqual([
      [90_000, undefined],
      [80_030, 160_050],
      [79_920, 240_000],
    ]);
    tracker.end();
    expect(ended[0]?.toUpload()?.drivers[0]?.lapTimes.map(({ endedAt }) => endedAt)).toEqual([
      undefined,
      160_050,
      240_000,
    ]);
  });

  test('laps of the same time each end when their number rises, and the flag ends the last one', () => {
    beginQualifying();
    drive(70, 1, 70_000, 0);
    drive(80, 2, 0, 80_000);
    drive(159, 2, 79_000, 80_000);
    drive(160.2, 3, 200, 80_000);
    drive(240, 3, 79_800, 80_000);
    send(
      game.at(240.3).laps([{ currentLapNum: 3, currentLapTimeInMS: 250, lastLapTimeInMS: 80_050, resultStatus: 3 }]),
    );
    expect(endsOf(0)).toEqual([
      [80_000, 80_000],
      [80_000, 160_000],
      [80_050, 240_050],
    ]);
  });

  test('nobody knows when a lap ended that was not received for so long that the car may be in its garage', () => {
    beginQualifying();
    drive(70, 1, 70_000, 0);
    drive(170, 2, 0, 80_000);
    expect(endsOf(0)).toEqual([[80_000, undefined]]);
  });

  test('a car that leaves its garage again has ended no lap: the last one was driven before the recorder came', () => {
    beginQualifying();
    drive(300, 3, 30_000, 80_000);
    drive(300.1, 4, 50, 80_000);
    send(game.history(0, [90_000, 80_000, 0, 0]));
    expect(endsOf(0)?.slice(0, 2)).toEqual([
      [90_000, undefined],
      [80_000, undefined],
    ]);
  });

  test('the game takes back when it goes back, and the line is crossed again', () => {
    beginQualifying();
    drive(70, 1, 70_000, 0);
    drive(80, 2, 0, 80_000);
    drive(155, 2, 75_000, 80_000);
    drive(160, 3, 0, 80_000);
    const details = { flashbackFrameIdentifier: 0, flashbackSessionTime: 150 };
    const event = game.event({ code: 'FLBK', details });
    game.frame += 1;
    game.time = 150;
    send(event);
    drive(150.1, 2, 70_100, 80_000);
    expect(endsOf(0)).toEqual([[80_000, 80_000]]);
    drive(162, 3, 1_000, 81_000);
    expect(endsOf(0)).toEqual([
      [80_000, 80_000],
      [81_000, 161_000],
    ]);
  });

  test('in a race that follows from its laps', () => {
    begin();
    drive(70, 1, 70_000, 0);
    drive(80, 2, 0, 80_000);
    expect(endsOf(0)).toEqual([[80_000, undefined]]);
  });
});

describe('loss', () => {
  test('a packet of a frame that did not come is counted, in the session and in all that was received', () => {
    begin();
    send(game.encode('motion'));
    expect(tracker.session?.completeness()).toMatchObject({ packets: null, packetsLost: null });
    for (let index = 1; index <= 200; index += 1) {
      game.frame += 2;
      game.time += 2 / 60;
      if (index !== 50) send(game.encode('motion'));
      if (index !== 60 && index !== 70) send(game.laps([{}, {}]));
    }
    expect(tracker.session?.completeness().packetsLost).toBe(3);
    expect(tracker.reception().lost).toBe(3);
  });
});

describe('hostile datagrams', () => {
  test('what is cut off, changed or random is counted, and never throws', () => {
    let state = 22;
    const next = () => {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const below = (limit: number) => Math.floor(next() * limit);
    const valid = [
      game.session(),
      game.participants(['Ann', 'Bob']),
      game.laps([{}, {}]),
      game.history(0, [80_000, 0]),
      game.result([1, 1]),
      game.event({ code: 'FLBK', details: { flashbackFrameIdentifier: 1, flashbackSessionTime: 1 } }),
    ];
    for (let round = 0; round < 3_000; round += 1) {
      const bytes = (valid[below(valid.length)] ?? new Uint8Array()).slice(0, next() < 0.2 ? below(1_500) : undefined);
      for (let change = below(9); change > 0 && bytes.length > 2; change -= 1)
        bytes[2 + below(bytes.length - 2)] = below(256);
      tracker.receive(bytes, begun + round * 16);
      tracker.receive(
        Uint8Array.from({ length: below(60) }, () => below(256)),
        begun,
      );
      if (round % 100 === 0) tracker.session?.toUpload();
    }
    tracker.end();
    for (const session of ended) session.toUpload();
    const { received, rejected } = tracker.reception();
    expect(received + Object.values(rejected).reduce((sum, count) => sum + count, 0)).toBe(6_000);
    expect(rejected.foreign).toBeGreaterThan(2_000);
  });
});
