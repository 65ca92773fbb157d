import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { statusLabel } from '#contract/race/status-label';
import { type KnownDriver, parseResult, type TypedPlace } from './typed-result.ts';

const finished = { team: null, status: ResultStatus.Finished, time: null, bestLap: null, grid: null, laps: null };

/** Places in the order of the result. */
function ranked(places: readonly Omit<TypedPlace, 'position'>[]): TypedPlace[] {
  return places.map((place, index) => ({ ...place, position: index + 1 }));
}

test('reads one name in each line, with the places that chats and spreadsheets put before them', () => {
  for (const text of [
    'Ada\nBo\nCy',
    '1. Ada\n2. Bo\n3. Cy',
    '1\tAda\n2\tBo\n3\tCy',
    'P1 Ada\n\nP2 Bo\nP3: Cy\n',
    '1;Ada\n2;Bo\n03;Cy',
  ])
    expect(parseResult(text), text).toEqual({
      places: ranked([
        { ...finished, name: 'Ada' },
        { ...finished, name: 'Bo' },
        { ...finished, name: 'Cy' },
      ]),
      errors: [],
      notes: [],
    });
});

test('keeps a number at the beginning of a name that is not the place of the line', () => {
  expect(parseResult('44 Ada').places.map(({ name }) => name)).toEqual(['44 Ada']);
  expect(parseResult('1Ada').places.map(({ name }) => name)).toEqual(['1Ada']);
});

test('reads team, race time, gap, best lap and how a race ended', () => {
  expect(
    parseResult(
      '1. Ada, Scuderia Lanza, 41:30.599\n2. Bo, +1.879, FL 1:24.617, Grid 1\n3. Cy, grid P12, Northline, +1 lap\nDi, DNF\nEve, Northline, dsq\nFay, DNS',
    ),
  ).toEqual({
    places: ranked([
      { ...finished, name: 'Ada', team: 'Scuderia Lanza', time: 2_490_599 },
      { ...finished, name: 'Bo', time: 2_492_478, bestLap: 84_617, grid: 1 },
      { ...finished, name: 'Cy', team: 'Northline', grid: 12, lapsDown: 1 },
      { ...finished, name: 'Di', status: ResultStatus.DidNotFinish },
      { ...finished, name: 'Eve', team: 'Northline', status: ResultStatus.Disqualified },
    ]),
    errors: [],
    notes: ['Left out, as they did not start: Fay.'],
  });
});

const withoutTime =
  'write the time of the lap after FL, such as FL 1:24.617. Where nobody knows it, rule the points of the fastest lap.';

test.each([
  'Ada 41:30.599 FL\nBo',
  'Ada (FL)\nBo',
  'Ada, Northline, fastest lap\nBo',
  'Driver\tTime\tStatus\nAda\t41:30.599\tFL',
  'Driver\tTime\nAda\tFL',
  'Driver\tBest lap\nAda\tFL',
])('%j has a fastest lap without its time, which cannot be stored', (text) => {
  const { places, errors } = parseResult(text);
  expect(errors).toEqual([expect.stringContaining(withoutTime)]);
  expect(places.map(({ name }) => name)).not.toContainEqual(expect.stringContaining('Ada'));
});

test.each(['Ada, 41:30.599, Fastest lap: 1:24.617', 'Ada 41:30.599 FL 1:24.617'])('%j has the best lap', (text) => {
  expect(parseResult(text).places).toEqual(ranked([{ ...finished, name: 'Ada', time: 2_490_599, bestLap: 84_617 }]));
});

test.each(['Ada\nFL\nBo', 'Ada\nFL, Northline, +1.879\nBo', 'Ada\nFL 1:24.617\nBo'])(
  '%j begins a line with what is the fastest lap or the initials of a driver: the error says how to write each',
  (text) => {
    const line = text.split('\n')[1];
    expect(parseResult(text).errors).toEqual([
      `“${line}”: “FL” is the fastest lap. Where it is the name of a driver, write the place before it: “2. FL”.`,
    ]);
  },
);

test('reads initials with another meaning as names behind a place, and names that are known anywhere', () => {
  const text = '1. Ada, 41:30.599\n2. FL, Northline, +1.879\n3) NC, +1 lap\nP4 DQ\n5. Fastest Lap\nDNF, Di\n7. NC, Eve';
  expect(parseResult(text)).toMatchObject({
    places: [
      { name: 'Ada' },
      { name: 'FL', team: 'Northline', time: 2_492_478 },
      { name: 'NC', status: ResultStatus.Finished },
      { name: 'DQ', status: ResultStatus.Finished },
      { name: 'Fastest Lap' },
      { name: 'Di', status: ResultStatus.DidNotFinish },
      { name: 'Eve', status: ResultStatus.NotClassified },
    ],
    errors: [],
  });
  const known = ['FL', 'Ret', 'DQ Smith', 'Ada FL'].map((name) => ({ name, team: 'Lanza' }));
  expect(parseResult('Ada FL, 41:30.599\nfl +1.879\nRet\nDQ Smith\nDNF Bo', known)).toMatchObject({
    places: [
      { name: 'Ada FL', time: 2_490_599 },
      { name: 'FL', team: 'Lanza', time: 2_492_478 },
      { name: 'Ret', status: ResultStatus.Finished },
      { name: 'DQ Smith', status: ResultStatus.Finished },
      { name: 'Bo', status: ResultStatus.DidNotFinish },
    ],
    errors: [],
  });
});

test.each<[string, KnownDriver[]]>([
  ['1. Ada, Ferrari\n7. NC, Ferrari', []],
  ['1. Ada\n7. NC, ferrari', [{ name: 'Ada', team: 'Ferrari' }]],
  ['1. Ada\n7. NC, Ferrari, +1 lap', [{ name: 'Ada', team: 'Ferrari' }]],
])('%j has a driver with initials, as the other text is a team', (text, known) => {
  expect(parseResult(text, known)).toMatchObject({
    places: [{ name: 'Ada' }, { name: 'NC', team: expect.stringMatching(/^ferrari$/i), status: ResultStatus.Finished }],
    errors: [],
  });
});

test('initials before a known driver are how the race ended, also where a team has the same name', () => {
  const known = [
    { name: 'Ada', team: 'Lanza' },
    { name: 'Lanza', team: null },
  ];
  expect(parseResult('1. Ada\n7. NC, Lanza', known).places).toMatchObject([
    { name: 'Ada' },
    { name: 'Lanza', status: ResultStatus.NotClassified },
  ]);
});

test('a name has at most 100 characters as people count them', () => {
  const flags = '🏁'.repeat(100);
  expect(parseResult(`${flags}, ${flags}`)).toMatchObject({ places: [{ name: flags, team: flags }], errors: [] });
  const long = `${flags}x`;
  expect(parseResult(`${long}\nAda, ${long}`).errors).toEqual([
    `“${long}”: a name has at most 100 characters.`,
    `“Ada, ${long}”: a name has at most 100 characters.`,
  ]);
});

test('names each line that it cannot read', () => {
  expect(
    parseResult('Ada, Grid 1\nAda\nBo, FL\nCy, +x\nDNF\nDi, a, b\nEd, Grid\nFay, Grid 0\nGus, Grid 1').errors,
  ).toEqual([
    `“Bo, FL”: ${withoutTime}`,
    '“Cy, +x”: “+x” is not a gap, such as +4.252.',
    '“DNF”: the name is missing.',
    '“Di, a, b”: “b” is more than a name, a team and a time.',
    '“Ed, Grid”: write the place after Grid, such as Grid 3.',
    '“Fay, Grid 0”: write the place after Grid, such as Grid 3.',
    'Ada is there twice.',
    'Grid 1 is there twice.',
  ]);
  expect(parseResult(Array.from({ length: 65 }, (_, index) => `Driver ${index}`).join('\n')).errors).toEqual([
    'At most 64 drivers can be in a result.',
  ]);
});

test('reads a table with the line of its headings, and says what it leaves out', () => {
  const english =
    'Pos\tDriver\tTeam\tGrid\tLaps\tTime\tBest lap\tPts\r\n1\tAda\tLanza\t2\t29\t41:30.599\t1:24.617\t25\r\n2\tBo\t\t1\t29\t+1.879\t-\t18\r\n3\tCy\tPallas\tPL\t28\t+1 lap\t\t15\r\nDNF\tDi\t\t\t12\t\t\t0\r\n';
  const german =
    'Platz;Fahrer;Team;Startplatz;Runden;Rennzeit;Schnellste Runde;Punkte\n1;Ada;Lanza;2;29;41:30,599;1:24,617;25\n2;Bo;;1;29;+1,879;;18\n3;Cy;Pallas;;28;+1 Runde;;15\n4;Di;;;12;Ausfall;;0';
  const places = ranked([
    { name: 'Ada', team: 'Lanza', status: ResultStatus.Finished, time: 2_490_599, bestLap: 84_617, grid: 2, laps: 29 },
    { ...finished, name: 'Bo', time: 2_492_478, grid: 1, laps: 29 },
    { ...finished, name: 'Cy', team: 'Pallas', laps: 28 },
    { ...finished, name: 'Di', status: ResultStatus.DidNotFinish, laps: 12 },
  ]);
  expect(parseResult(english)).toEqual({ places, errors: [], notes: ['Columns that are left out: Pts.'] });
  expect(parseResult(german)).toEqual({ places, errors: [], notes: ['Columns that are left out: Punkte.'] });
});

test.each([
  ['1,Ada,1:24,617\n2,Bo,+0,182', [84_617, 84_799]],
  ['Ada, 1:24:617\nBo, +12', [84_617, 96_617]],
  ['"Ada","41:30.599"\n"Bo","1.9 s"', [2_490_599, 2_492_499]],
  ['| 1 | Ada | 41:30.599 |\n| 2 | Bo | +1:02.345 |', [2_490_599, 2_552_944]],
  ['1. Ada - 41:30.599\n2. Bo (DNF)', [2_490_599, null]],
  ['🥇 Ada 1:24.617\n🥈 Bo +0.2', [84_617, 84_817]],
  ['１．Ada\t４１：３０．５９９\n２．Bo\t＋１．８７９', [2_490_599, 2_492_478]],
  ['41:30.599\tAda\n42:00\tBo', [2_490_599, 2_520_000]],
  ['1\t44\tAda\t41:30.599\n2\t7\tBo\tno time', [2_490_599, null]],
  ['44\tAda\n7\tBo', [null, null]],
  [`${'\t'.repeat(3_000)}\r\nAda\t\t\t\r\nBo\t\t\r\n${'\r\n'.repeat(3_000)}`, [null, null]],
])('reads %j', (text, times) => {
  const { places, errors, notes } = parseResult(text);
  expect([places.map(({ name, time }) => [name, time]), errors, notes]).toEqual([
    [
      ['Ada', times[0]],
      ['Bo', times[1]],
    ],
    [],
    [],
  ]);
});

test.each([
  ['Ada, Did not finish', ResultStatus.DidNotFinish],
  ['Ada\tD.N.F.', ResultStatus.DidNotFinish],
  ['DNF: Ada', ResultStatus.DidNotFinish],
  ['Ada, DNF (collision)', ResultStatus.DidNotFinish],
  ['Ada, retired', ResultStatus.Retired],
  ['Ada;Disqualifiziert', ResultStatus.Disqualified],
])('%s says how a race ended', (text, status) => {
  expect(parseResult(text)).toEqual({ places: ranked([{ ...finished, name: 'Ada', status }]), errors: [], notes: [] });
});

test('takes a second time for the best lap, and a word for a team where it says nothing else', () => {
  expect(parseResult('Ada, 41:30.599, 1:24.617\nTTR | Bo, FL Racing\nGridlock, Grid Kings, Pole').places).toEqual(
    ranked([
      { ...finished, name: 'Ada', time: 2_490_599, bestLap: 84_617 },
      { ...finished, name: 'TTR | Bo', team: 'FL Racing' },
      { ...finished, name: 'Gridlock', team: 'Grid Kings', grid: 1 },
    ]),
  );
});

test('says what cannot be kept', () => {
  expect(parseResult('Ada, 25\nBo, +1.879').notes).toEqual([
    'Numbers without a heading are left out, such as 25: write “Grid 3” for a place on the grid, or paste the line of the headings too.',
    'The gaps are left out: the first driver has no time.',
  ]);
  expect(parseResult('2. Ada\n1. Bo').errors).toEqual([
    'Place 1 comes after place 2: put the lines in the order of the result.',
  ]);
  expect(parseResult('Ada, 24.6175\nBo, 1:0:0.1, 1.0, 2.0').errors).toEqual([
    '“Ada, 24.6175”: “24.6175” is not a time, such as 41:30.599.',
    '“Bo, 1:0:0.1, 1.0, 2.0”: “2.0” is a third time.',
  ]);
});

test('writes names as the season has them, takes their teams, and asks about those that are new', () => {
  const known = [
    { name: 'Jürgen Müller', team: 'Lanza' },
    { name: 'Speedy', team: null },
  ];
  expect(parseResult('jurgen muller\nSpedy\nBo, Pallas', known)).toEqual({
    places: ranked([
      { ...finished, name: 'Jürgen Müller', team: 'Lanza' },
      { ...finished, name: 'Spedy' },
      { ...finished, name: 'Bo', team: 'Pallas' },
    ]),
    errors: [],
    notes: ['New in this season, look at the spelling: Spedy (Speedy?), Bo.'],
  });
  expect(parseResult('Jürgen Müller\nJURGEN MULLER', known).errors).toEqual(['Jürgen Müller is there twice.']);
});

test('one or two laps without a sign are driven by who is out, and behind the first for others', () => {
  const { places } = parseResult(
    'Ada, 29 laps\nBo, 1 lap\nCy, 1 lap, DNF\nDi, DNF, 2 laps\nEd, DNF, 1 lap, 3 laps\nFay, +1 lap, DNF',
  );
  expect(places.map(({ name, laps }) => [name, laps])).toEqual([
    ['Ada', 29],
    ['Bo', 28],
    ['Cy', 1],
    ['Di', 2],
    ['Ed', 3],
    ['Fay', null],
  ]);
});

describe('drivers who do not count', () => {
  test.each<[string, string[], string[]]>([
    [
      '1. A DSQ\n2. B 41:30.599\n3. C +1.879',
      ['1 B 2490599', '2 C 2492478', '3 A null'],
      ['B moves up to P1: A is disqualified.'],
    ],
    [
      'A 41:30.599\nB +1.879\nC DNF\nD +12',
      ['1 A 2490599', '2 B 2492478', '3 D 2502599', '4 C null'],
      ['D moves up to P3: C did not finish.'],
    ],
    [
      'A, 41:30.599, DSQ\nB, +1.879\nC, NC\nD, RET, 12:00.000\nE, +1 lap\nF, DNF',
      ['1 B 2492478', '2 E null', '3 C null', '4 D 720000', '5 F null', '6 A 2490599'],
      ['B moves up to P1: A is disqualified.', 'E moves up to P2: C is not classified, D did not finish.'],
    ],
  ])('%j', (text, places, moves) => {
    const result = parseResult(text);
    expect(result.errors).toEqual([]);
    expect(result.places.map(({ position, name, time }) => `${position} ${name} ${time}`)).toEqual(places);
    expect(result.notes.filter((note) => note.includes('moves up'))).toEqual(moves);
  });

  test('move nobody in qualifying unless they are disqualified', () => {
    const { places, notes } = parseResult('A DNF\nB DSQ\nC 1:24.0', [], SessionType.ShortQualifying);
    expect(places.map(({ name }) => name)).toEqual(['A', 'C', 'B']);
    expect(notes).toEqual(['C moves up to P2: B is disqualified.']);
  });

  test('laps behind are counted from the first who counts', () => {
    const { places } = parseResult('A, DSQ, 12 laps\nB, 52 laps\nC, +1 lap');
    expect(places.map(({ name, laps }) => [name, laps])).toEqual([
      ['B', 52],
      ['C', 51],
      ['A', 12],
    ]);
  });
});

describe('places that are written before the names', () => {
  test.each(['1. A\n2. B\n2. C\n4. D', '1\tA\n2\tB\n2\tC\n4\tD', 'Pos,Driver\n1,A\n2,B\n2,C\n4,D'])(
    'are a tie in %j',
    (text) => {
      const { places, errors, notes } = parseResult(text);
      expect(places.map(({ name, position }) => `${position} ${name}`)).toEqual(['1 A', '2 B', '2 C', '4 D']);
      expect([errors, notes]).toEqual([[], ['B and C share P2.']]);
    },
  );

  test('that are there twice without a place left out are a question', () => {
    expect(parseResult('1. A\n2. B\n2. C\n3. D').errors).toEqual([
      'B and C both have place 2: where it is a tie, the next place is 4.',
    ]);
    expect(parseResult('2nd A\n2nd B').errors).toEqual([
      'A and B both have place 2: where it is a tie, the next place is 4.',
    ]);
  });

  test('and left out are said', () => {
    const { places, notes } = parseResult('1. A\n2. B\n4. C');
    expect(places.map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(notes).toEqual(['There is no place 3 in the lines: C has it.']);
  });
});

/** `1 Ada, Ferrari 5504742 L57`, with how the race ended in place of a time. */
function summary(text: string): string[] {
  const { places, errors } = parseResult(text);
  return [
    ...places.map(({ position, name, team, status, time, laps, lapsDown }) =>
      [
        `${position} ${name}${team === null ? '' : `, ${team}`}`,
        statusLabel(status) ?? time ?? '-',
        ...(laps === null ? [] : [`L${laps}`]),
        ...(lapsDown === undefined ? [] : [`+${lapsDown}`]),
      ].join(' '),
    ),
    ...errors,
  ];
}

describe('a result is read', () => {
  test.each<[string, string, string[]]>([
    [
      'with French headings',
      'Position;Pilote;Écurie;Temps\n1;Ada Roux;Lanza;1:31:44.742\n2;Bo Vidal;Aurora;+1 tour\n3;Cy Noël;Aurora;Abandon',
      ['1 Ada Roux, Lanza 5504742', '2 Bo Vidal, Aurora - +1', '3 Cy Noël, Aurora DNF'],
    ],
    [
      'with Spanish headings',
      'Posición;Piloto;Escudería;Tiempo;Vueltas\n1;Ada;Lanza;31.44.742;29\n2;Bo;Lanza;+1 vuelta;28\n3;Cy;Lanza;Abandono;3\n4;Di;Lanza;Descalificada;29',
      ['1 Ada, Lanza 1904742 L29', '2 Bo, Lanza - L28', '3 Cy, Lanza DNF L3', '4 Di, Lanza DSQ L29'],
    ],
    [
      'with Italian headings',
      'Pos.;Pilota;Squadra;Giri;Tempo;Distacco\n1;Ada;Lanza;57;1:31:44.742;\n2;Bo;Lanza;57;;+22.4\nRit.;Cy;Lanza;12;Motore;',
      ['1 Ada, Lanza 5504742 L57', '2 Bo, Lanza 5527142 L57', '3 Cy, Lanza DNF L12'],
    ],
    [
      'with Portuguese headings',
      'Posição\tPiloto\tEquipe\tVoltas\tTempo\tPontos\n1\tAda\tLanza\t57\t1:31:44.742\t25\n2\tBo\tLanza\t12\tNão terminou\t0',
      ['1 Ada, Lanza 5504742 L57', '2 Bo, Lanza DNF L12'],
    ],
    [
      'with the headings of a program',
      'position,driver-name,team,total-race-time,best-lap,penalties,result-status\n1,Ada,Lanza,00:31:44.742,00:01:32.608,0,FINISHED\n2,Bo,Lanza,00:31:50.000,,5,FINISHED\n3,Cy,Lanza,,00:01:33.900,0,DID_NOT_FINISH',
      ['1 Ada, Lanza 1904742', '2 Bo, Lanza 1910000', '3 Cy, Lanza DNF'],
    ],
    [
      'from the Markdown of a chat',
      '> **1.** Ada Roux – 1:31:44.742\n> **2.** `Bo` +22.457\n> *3.* Cy +1 Lap\n> ~~4.~~ a\\_77 (abandon)\nDNF: Di',
      ['1 Ada Roux 5504742', '2 Bo 5527199', '3 Cy - +1', '4 a_77 DNF', '5 Di DNF'],
    ],
    ['with keycap emoji', '1️⃣ Ada 31.44.742\n2️⃣ Bo +22.457', ['1 Ada 1904742', '2 Bo 1927199']],
    [
      'from a table of Markdown',
      '| Pos | Driver | Time |\n|:--:|---|---|\n| 1 | Ada | 41:30.599 |\n| 2 | Bo | DNF |',
      ['1 Ada 2490599', '2 Bo DNF'],
    ],
    [
      'from an encyclopedia, whose reasons are retirements',
      'Pos.\tNo.\tDriver\tConstructor\tLaps\tTime/Retired\tGrid\tPoints\n1\t1\tAda\tLanza-Nord\t57\t1:33:56.736\t1\t26\n2\t11\tBo\tAurora\t57\t+11.987\t2\t18\n17†\t7\tCy\tAurora\t52\tBrakes\t3\t\nRet\t31\tDi\tPallas\t41\tPower unit\t9\t\nDSQ\t3\tEd\tPallas\t57\tDisqualified[b]\t10\t\nFastest lap: Ada (Lanza) – 1:34.090 (lap 39)\nSources:[1]',
      [
        '1 Ada, Lanza-Nord 5636736 L57',
        '2 Bo, Aurora 5648723 L57',
        '3 Cy, Aurora DNF L52',
        '4 Di, Pallas RET L41',
        '5 Ed, Pallas DSQ L57',
      ],
    ],
    [
      'from the page of the sport, with codes behind the names',
      'POS.\tNO.\tDRIVER\tTEAM\tLAPS\tTIME / RETIRED\tPTS.\n1\t1\tAda RouxROU\tLanza\t57\t1:31:44.742\t26\n2\t4\tBo Vidal VID\tAurora\t57\t+22.457s\t18\nNC\t6\tCy NoëlNOE\tAurora\t12\tDNF\t0',
      ['1 Ada Roux, Lanza 5504742 L57', '2 Bo Vidal, Aurora 5527199 L57', '3 Cy Noël, Aurora DNF L12'],
    ],
    [
      'from the older page of the sport, where the car is the team',
      'Pos\tNo\tDriver\tCar\tTime/Retired\n1\t1\tAda\tLanza\t1:31:44.742',
      ['1 Ada, Lanza 5504742'],
    ],
    [
      'from a row whose retirement has a reason',
      '1\t5\tAda\tLanza\t57\t1:31:44.742\nRet\t7\tBo Vidal\tAurora\t12\tBrakes\t15\n3, Cy, DNF, engine',
      ['1 Ada, Lanza 5504742', '2 Bo Vidal, Aurora RET', '3 Cy DNF'],
    ],
    [
      'with a status in words',
      '1. Ada 41:30.599\n2. Bo – Ausfall\n3. Cy Abandon\n4;Di;Abandon moteur\nAusfall: Ed',
      ['1 Ada 2490599', '2 Bo DNF', '3 Cy DNF', '4 Di DNF', '5 Ed DNF'],
    ],
    [
      'with reasons behind how it ended',
      '1. Ada, 41:30.599\n2. Bo, Crash Test Dummies, +1.8\n3. Cy DNF engine\n4. Di, DNF Collision\n5. Ed, Lanza, DNS ill',
      ['1 Ada 2490599', '2 Bo, Crash Test Dummies 2492399', '3 Cy DNF', '4 Di DNF'],
    ],
    ['with minutes and seconds as signs', '1. Ada 31\'44"742\n2. Bo +1\'02"345', ['1 Ada 1904742', '2 Bo 1967087']],
  ])('%s', (_, text, expected) => {
    expect(summary(text)).toEqual(expected);
  });
});

describe('what is not understood is no finisher', () => {
  test.each([
    ['1. Ada\n2. Bo 31.4x.742', '“2. Bo 31.4x.742”: “31.4x.742” is not a time or a gap, such as 41:30.599 or +4.252.'],
    [
      'Monza\n1. Ada\n2. Bo\n3. Cy',
      '“Monza” has no place, and all others have: write it, or DNF, or leave the line out.',
    ],
    [
      'Driver;Time;Remark\nAda;41:30.599;slow',
      '“Ada;41:30.599;slow”: the heading above “slow” is not known: call it Place, Driver, Team, Time, Best lap, Grid, Laps or Status, or leave the column out.',
    ],
    ['Driver;Time\nAda;41:30.599;DNF', '“Ada;41:30.599;DNF”: “DNF” has no heading above it.'],
    ['Driver;Status\nAda;Beached', '“Ada;Beached”: “Beached” is not how a race ended, such as DNF.'],
    ['Pos;Driver\nx;Ada', '“x;Ada”: “x” is neither a place nor how a race ended, such as DNF.'],
    ['Driver;Laps;Grid\nAda;many;1', '“Ada;many;1”: “many” is not a number of laps.'],
    ['Driver;Laps;Grid\nAda;29;back', '“Ada;29;back”: “back” is not a place on the grid.'],
  ])('%j', (text, error) => {
    expect(parseResult(text).errors).toEqual([error]);
  });
});

const cases = join(process.env.PITBOARD_DATA ?? '', 'cases', 'typed-results.json');
const hasCases = process.env.PITBOARD_DATA !== undefined && existsSync(cases);
if (!hasCases)
  console.log(`SKIPPED: typed results of bug reports (${cases} is missing, PITBOARD_DATA names its folder)`);

describe.runIf(hasCases)('the texts of public bug reports', () => {
  test.each([
    [
      'french-headings',
      ['1 Ada Kestrel, Mercedes 5504742', '2 Bo Lindqvist, Ferrari - +1', '3 Cam Ferreira, Ferrari DNF'],
    ],
    [
      'discord-markdown',
      ['1 Ada Kestrel 5504742', '2 Bo Lindqvist 5527199', '3 Cam Ferreira - +1', '4 Dee Okafor DNF'],
    ],
    [
      'program-headings',
      ['1 Ada Kestrel, Mercedes 1904742', '2 Bo Lindqvist, Ferrari 1910000', '3 Cam Ferreira, Ferrari DNF'],
    ],
  ])('%s', (name, expected) => {
    expect(summary(JSON.parse(readFileSync(cases, 'utf8'))[name].text)).toEqual(expected);
  });
});
