import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ResultStatus, SessionStatus, SessionType, Track, TyreCompound } from '#contract/enumerations';
import { NotImportable } from '#contract/pits-n-giggles/read';
import { savedCar, savedRace, savedStint } from '../../tests/fixtures/saved-session.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { encodeFrame } from '../captures/frames.ts';
import { TestGame } from '../testing/test-game.ts';
import { readSessionFile } from './read-session-file.ts';

const changedAt = '2026-05-01T18:00:00.000Z';

async function read(bytes: Uint8Array, name = 'Race.json') {
  const remarks: string[] = [];
  const remark = (text: string) => void remarks.push(text);
  const uploads = await readSessionFile({ name, bytes, changedAt: () => changedAt, remark });
  return { uploads, remarks };
}

/** Why a file is not read. */
async function reasonOf(bytes: Uint8Array, name?: string): Promise<string> {
  try {
    await read(bytes, name);
  } catch (error) {
    if (error instanceof NotImportable) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const saved = JSON.stringify(savedRace());

/** A zip of files, stored or deflated. */
function zipOf(files: Readonly<Record<string, string>>, { isStored = false } = {}): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = isStored ? Buffer.from(text) : deflateRawSync(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(text.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.alloc(2), fields, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

describe('a session file of Pits n’ Giggles', () => {
  const utf16 = Buffer.from(saved, 'utf16le');

  test.each<[string, Uint8Array]>([
    ['as it was saved', bytesOf(saved)],
    ['as gzip', gzipSync(saved)],
    ['in a zip', zipOf({ 'Race.json': saved })],
    ['in a zip that is not compressed', zipOf({ 'Race.json': saved }, { isStored: true })],
    [
      'in a zip beside folders and what macOS adds',
      zipOf({ 'a/': '', '__MACOSX/._Race.json': 'x', 'a/Race.json': saved }),
    ],
    ['as UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['as UTF-16 without a mark', utf16],
    ['as UTF-16 of the other order', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]).swap16()],
  ])('is read %s', async (_, bytes) => {
    const { uploads, remarks } = await read(bytes);
    expect(uploads).toEqual((await read(bytesOf(saved))).uploads);
    expect(remarks).toEqual([]);
  });

  test('has the time in its name, also where that is packed', async () => {
    const ended = new Date(2026, 4, 10, 20, 30, 0).toISOString();
    const [session] = (await read(gzipSync(saved), 'Race_Monza_2026_05_10_20_30_00.json.gz')).uploads;
    expect(session?.sessionEndTime).toBe(ended);
  });

  test('is read with a driver who has no name, and says so', async () => {
    const cars = [
      savedCar({ index: 0, name: 'Ada', laps: [90_000] }),
      savedCar({ index: 1, name: 'Bo', laps: [91_000], more: { 'driver-name': null } }),
      savedCar({ index: 2, name: ' ', laps: [92_000] }),
    ];
    const { uploads, remarks } = await read(
      bytesOf(JSON.stringify(savedRace({ 'classification-data': cars, overtakes: null }))),
    );
    expect(uploads[0]?.drivers.map(({ name }) => name)).toEqual(['Ada', 'Car 1', 'Car 2']);
    expect(remarks).toEqual(['without a name: Car 1, Car 2']);
  });

  test('may have short words for how a race ended, and names of softer tyres', async () => {
    const stints = { 'tyre-stints-history-data': [savedStint(255, 'Super Soft')] };
    const cars = ['FINISHED', 'DSQ', 'DNF', 'NC', 'RET'].map((status, index) => {
      const car = savedCar({ index, name: `Driver ${index}`, laps: [90_000], status });
      return { ...car, 'session-history': { ...car['session-history'], ...stints } };
    });
    const [session] = (await read(bytesOf(JSON.stringify(savedRace({ 'classification-data': cars }))))).uploads;
    const { Finished, Disqualified, DidNotFinish, NotClassified, Retired } = ResultStatus;
    expect(session?.drivers.map(({ resultStatus }) => resultStatus)).toEqual([
      ...[Finished, Disqualified, DidNotFinish, NotClassified, Retired],
    ]);
    expect(session?.drivers.map(({ tyres }) => tyres[0]?.tyreCompound)).toEqual(Array(5).fill(TyreCompound.Soft));
  });
});

describe('a session that Pitboard has given out', () => {
  const session = upload({
    drivers: [driver({ carIndex: 3, name: 'Ada', finishingPosition: 1 }), driver({ carIndex: 4, name: 'Bo' })],
  });

  test('is read as JSON of an upload, and as the API answers it', async () => {
    const answered = { ...session, id: 'x', podium: [], events: [], classification: [], userName: 'Ann' };
    expect((await read(bytesOf(JSON.stringify(session)))).uploads).toEqual([session]);
    expect((await read(gzipSync(JSON.stringify(answered, null, 2)))).uploads).toEqual([session]);
  });

  test('with a wrong value is refused with the field', async () => {
    expect(await reasonOf(bytesOf(JSON.stringify({ ...session, trackId: 'Monza' })))).toMatch(/^trackId: /);
  });

  const table = [
    'Position,Number,Driver,Team,Grid,Laps,Time,Gap (s),Laps behind,Best lap,Pit stops,Penalties (s),Status',
    '1,44,"Roux, ""Ada""",Lanza,2,29,41:35.599,,,1:24.617,1,5,Finished',
    "2,7,'=Bo,Aurora,1,28,41:40.000,,1,1:25.000,2,,Finished",
    '3,,Cy,,3,12,,,,,0,,Did Not Finish',
    '4,,Di,,,,,,2,,0,,Finished',
  ];

  test.each([
    ['commas', `\uFEFF${table.join('\r\n')}\r\n`],
    ['semicolons', `\uFEFF${table.map((line) => line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/gu, ';')).join('\r\n')}`],
  ])('is read as a table with %s, its track and day in the name of the file', async (_, text) => {
    const { uploads, remarks } = await read(bytesOf(text), 'Paul-Ricard-Race-2026-05-10.csv');
    expect(remarks).toEqual(['a table has no laps']);
    expect(uploads).toHaveLength(1);
    expect(uploads[0]).toMatchObject({
      trackId: Track.PaulRicard,
      sessionType: SessionType.Race,
      sessionStartTime: '2026-05-10T12:00:00.000Z',
      sessionStatus: SessionStatus.Finished,
      numberOfLaps: 29,
    });
    expect(
      uploads[0]?.drivers.map((one) => [
        ...[one.name, one.team, one.carNumber, one.finishingPosition, one.startingPosition, one.numberOfLaps],
        ...[one.totalRaceTime, one.totalPenaltiesSeconds, one.bestLapTimeMs, one.resultStatus],
      ]),
    ).toEqual([
      ['Roux, "Ada"', 'Lanza', 44, 1, 2, 29, 2_490_599, 5, 84_617, ResultStatus.Finished],
      ['=Bo', 'Aurora', 7, 2, 1, 28, 2_500_000, null, 85_000, ResultStatus.Finished],
      ['Cy', null, null, 3, 3, 12, null, null, null, ResultStatus.DidNotFinish],
      ['Di', null, null, 4, null, null, null, null, null, ResultStatus.Finished],
    ]);
    expect(uploads[0]?.drivers.map(({ lapsBehind }) => lapsBehind)).toEqual([null, null, null, 2]);
  });

  test('whose times are best laps is a qualifying where its name says nothing', async () => {
    const rows = [table[0], '1,,Ada,,,,1:24.617,,,1:24.617,0,,Finished', '2,,Bo,,,,,,,,0,,Finished'];
    const { uploads, remarks } = await read(bytesOf(rows.join('\n')), 'results.csv');
    expect(uploads[0]).toMatchObject({ sessionType: SessionType.ShortQualifying, trackId: Track.Unknown });
    expect(uploads[0]?.drivers.map(({ bestLapTimeMs, totalRaceTime }) => [bestLapTimeMs, totalRaceTime])).toEqual([
      [84_617, null],
      [null, null],
    ]);
    expect(remarks[0]).toBe('the name of the file has no track');
  });
});

describe('a recording of packets', () => {
  /** A race of one lap, as `--save` writes it. */
  function recording(uids: readonly bigint[] = [7n]): Buffer {
    const frames = uids.flatMap((uid, index) => {
      const game = new TestGame({ gameSession: uid });
      const from = index * 100;
      const at = (seconds: number) => ({ time: (from + seconds) * 1_000 });
      return [
        { ...at(1), datagram: game.at(1).session() },
        { ...at(1), datagram: game.participants(['Ada', 'Bo']) },
        { ...at(2), datagram: game.at(2).laps([{}, {}]) },
        { ...at(90), datagram: game.at(90).laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000 }, {}]) },
        { ...at(92), datagram: game.at(92).result([1, 1]) },
      ];
    });
    return Buffer.concat(frames.map(encodeFrame));
  }

  test('is read by the code of the recorder, also where it was cut off', async () => {
    const { uploads } = await read(gzipSync(recording()), 'night.cap.gz');
    expect(uploads).toMatchObject([{ trackId: Track.Monza, sessionType: SessionType.Race }]);
    expect(uploads[0]?.sessionEndTime).toBe(changedAt);
    const packed = gzipSync(recording());
    expect((await read(packed.subarray(0, packed.length - 8))).uploads).toEqual(uploads);
    expect((await read(recording())).uploads).toEqual(uploads);
  });

  test('gives all of its sessions', async () => {
    expect((await read(gzipSync(recording([7n, 8n])))).uploads).toHaveLength(2);
  });

  test('without a session, or of a format that is not known, is refused with the reason', async () => {
    const lobby = encodeFrame({ time: 0, datagram: new TestGame({ gameSession: 0n }).session() });
    expect(await reasonOf(gzipSync(lobby))).toBe(
      'it is a recording of packets without a session that has a lap or a result',
    );
    const later = recording();
    later.writeUInt16LE(2027, 10);
    expect(await reasonOf(gzipSync(later.subarray(0, 10 + later.readUInt16LE(8))))).toMatch(
      /^it is a recording of packets, and none can be read: /,
    );
  });
});

describe('any other file is named', () => {
  test.each<[string, Uint8Array | string, string]>([
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'it is an image'],
    ['a network capture', Buffer.from([0xd4, 0xc3, 0xb2, 0xa1, 2, 0]), 'it is a network capture'],
    ['a PDF', '%PDF-1.7', 'it is a PDF'],
    ['an archive', 'Rar!\u001a', 'it is a RAR archive'],
    ['a web page', '<!DOCTYPE html><title>x</title>', 'it is a web page'],
    ['rFactor 2', '<?xml version="1.0"?>\n<rFactorXML version="1.0">', 'it is a result of rFactor 2'],
    ['XML', '<?xml version="1.0"?><gpx/>', 'it is XML'],
    ['a table', 'Driver;Points\nAda;25', 'it is a table, and no session'],
    [
      'Assetto Corsa Competizione',
      Buffer.from('{"trackName":"monza","sessionResult":{}}', 'utf16le'),
      'it is a result of Assetto Corsa Competizione',
    ],
    ['Assetto Corsa', '{"TrackName":"monza","Cars":[],"Result":[]}', 'it is a result of Assetto Corsa:'],
    ['iRacing', '{"subsession_id":1}', 'it is a result of iRacing'],
    ['a season', '{"id":"x","events":[],"standings":{}}', 'it is a season of Pitboard'],
    ['a list', '{"totalPages":1,"sessions":[]}', 'it is a list of sessions'],
    ['an account', '{"exportedAt":"2026-05-01","sessions":[]}', 'it is the export of an account'],
    ['a live race', '{"type":"snapshot","seq":1}\n{"type":"end"}', 'it is a recording of a live race'],
    ['another JSON', '{"a":1}', 'it is not a session file of Pits n’ Giggles'],
    ['a text', 'x', 'it is not a session file of Pits n’ Giggles'],
    ['nothing', '', 'the file is empty'],
    ['a zip of two files', zipOf({ 'a.json': saved, 'b.json': saved }), 'the zip holds 2 files'],
    ['an empty zip', zipOf({}), 'the zip is empty'],
    [
      'a workbook',
      zipOf({ '[Content_Types].xml': '<x/>', 'xl/a.xml': '<x/>' }),
      'it is a document of an office program',
    ],
    ['a damaged zip', zipOf({ 'a.json': saved }).subarray(0, 60), 'the zip is damaged'],
    ['a damaged gzip', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]), 'the packed file is damaged or empty'],
    ['a bomb', gzipSync(Buffer.alloc(101 * 1024 * 1024, 0x20)), 'it is too large for a session file'],
  ])('%s', async (_, content, reason) => {
    const found = await reasonOf(typeof content === 'string' ? bytesOf(content) : content, 'file');
    expect(found.slice(0, reason.length)).toBe(reason);
  });
});

const folder = join(process.env.PITBOARD_DATA ?? '', 'cases');
const hasCases = process.env.PITBOARD_DATA !== undefined && existsSync(folder);
if (!hasCases)
  console.log(`SKIPPED: session files of bug reports (${folder} is missing, PITBOARD_DATA names its folder)`);

describe.runIf(hasCases)('files of public bug reports', () => {
  test('a driver without a name is “Car 1”', async () => {
    const { uploads, remarks } = await read(readFileSync(join(folder, 'png-driver-name-null.json')));
    expect(uploads[0]?.drivers[1]).toMatchObject({
      name: 'Car 1',
      team: 'Ferrari',
      carNumber: 3,
      finishingPosition: 2,
      totalRaceTime: 271_000,
      bestLapTimeMs: 90_100,
    });
    expect(remarks).toEqual(['without a name: Car 1']);
  });

  test('a recording of a race is read', async () => {
    const { uploads } = await read(readFileSync(join(folder, 'cooldown-pit.cap.gz')));
    expect(uploads.map(({ trackId, drivers }) => [trackId, drivers.length])).toEqual([[Track.Monza, 2]]);
    expect(uploads[0]?.drivers.map(({ name, totalRaceTime }) => [name, totalRaceTime])).toEqual([
      ['Ada Kestrel', 80_422],
      ['Bo Lindqvist', 100_422],
    ]);
  });
});
