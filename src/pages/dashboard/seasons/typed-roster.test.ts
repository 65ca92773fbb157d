import { expect, test } from 'vitest';
import { maxRosterDrivers } from '#contract/entities/roster';
import { parseRoster } from './typed-roster.ts';

const regular = { number: null, team: null, isReserve: false };

test('reads number, name, team and reserve as lists and spreadsheets have them', () => {
  const text = [
    'Ada Okoro',
    '2. Bo Lind, Northline',
    '44 Cy Young, Northline',
    '#7 Dana Fox; Aurora; reserve',
    'Eve Stone\tAurora\t12',
    '16\tFinn Holm\tPallas',
    'Gia Rossi, reserve',
  ].join('\n');
  expect(parseRoster(text, [])).toEqual({
    drivers: [
      { ...regular, name: 'Ada Okoro' },
      { ...regular, name: 'Bo Lind', team: 'Northline' },
      { ...regular, name: 'Cy Young', team: 'Northline', number: 44 },
      { name: 'Dana Fox', team: 'Aurora', number: 7, isReserve: true },
      { ...regular, name: 'Eve Stone', team: 'Aurora', number: 12 },
      { ...regular, name: 'Finn Holm', team: 'Pallas', number: 16 },
      { ...regular, name: 'Gia Rossi', isReserve: true },
    ],
    errors: [],
    known: 0,
  });
});

test('leaves out who is in the roster already, or was named before', () => {
  const { drivers, known } = parseRoster(' Ada Okoro \nBo\nBo, Northline\nadá okoro', [{ name: 'Ada Okoro' }]);
  expect(drivers).toEqual([{ ...regular, name: 'Bo' }]);
  expect(known).toBe(3);
});

test('names each line that it cannot read, and more drivers than a roster has', () => {
  expect(parseRoster(`44\nAda, 0\nAda, a, b\n${'x'.repeat(101)}`, []).errors).toEqual([
    '“44”: the name is missing.',
    '“Ada, 0”: a race number is from 1 to 999.',
    '“Ada, a, b”: “b” is more than a number, a name and a team.',
    `“${'x'.repeat(101)}”: a name has at most 100 characters.`,
  ]);
  const full = Array.from({ length: maxRosterDrivers }, (_, index) => ({ name: `Driver ${index}` }));
  expect(parseRoster('Ada', full).errors).toEqual(['At most 200 drivers can be in a roster.']);
});

test('a name has at most 100 characters as people count them', () => {
  const flags = '🏁'.repeat(100);
  expect(parseRoster(`${flags}, ${flags}\n${flags}x`, [])).toMatchObject({
    drivers: [{ name: flags, team: flags }],
    errors: [`“${flags}x”: a name has at most 100 characters.`],
  });
});

test('reads a table with the line of its headings', () => {
  const drivers = [
    { name: 'Jürgen Müller', number: 7, team: 'Lanza', isReserve: false },
    { name: 'タロウ', number: null, team: null, isReserve: true },
    { name: '77', number: 12, team: 'Pallas', isReserve: false },
  ];
  for (const text of [
    'Nr;Fahrer;Team;Status\r\n7;Jürgen Müller;Lanza;Stammfahrer\r\n;タロウ;-;Ersatzfahrer\r\n12;77;Pallas;\r\n',
    'Driver\tTeam\t#\tReserve\tDiscord\nJürgen Müller\tLanza\t7\t\tjm\nタロウ\t\t\tx\t\n77\tPallas\t１２\tno\t\n\t\t\t\t\n',
  ])
    expect(parseRoster(text, []), text).toEqual({ drivers, errors: [], known: 0 });
});

test('reads quotes, full-width signs, and the words of leagues', () => {
  expect(
    parseRoster(
      '"Gil, Diego","Aurora","6"\n４；ﾀﾛｳ；Meridian\n44 - Lukas Weiß, Northline\nBo Lind, Pallas, R\nEve, stammfahrer',
      [],
    ),
  ).toEqual({
    drivers: [
      { ...regular, name: 'Gil, Diego', team: 'Aurora', number: 6 },
      { ...regular, name: 'ﾀﾛｳ', team: 'Meridian', number: 4 },
      { ...regular, name: 'Lukas Weiß', team: 'Northline', number: 44 },
      { ...regular, name: 'Bo Lind', team: 'Pallas', isReserve: true },
      { ...regular, name: 'Eve' },
    ],
    errors: [],
    known: 0,
  });
});
