import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { teamKey, teamName, teamOfNumber } from './teams.ts';

test.each([
  [0, 2025, 'Mercedes'],
  [6, 2023, 'AlphaTauri'],
  [6, 2024, 'RB'],
  [9, 2023, 'Alfa Romeo'],
  [9, 2025, 'Sauber'],
  [41, 2024, 'F1 Generic'],
  [88, 2023, 'Williams 2020'],
  [104, 2025, 'Custom team'],
  [116, 2023, 'Trident 2021'],
  [128, 2023, 'Konnersport 2022'],
  [140, 2023, 'ART GP 2022'],
  [142, 2025, 'APXGP 2024'],
  [143, 2024, 'ART GP 2023'],
  [145, 2024, 'Carlin 2023'],
  [150, 2024, 'Prema 2023'],
  [153, 2024, 'Virtuosi 2023'],
  [154, 2025, 'APXGP 2025'],
  [155, 2025, 'Konnersport 2024'],
  [168, 2025, 'Invicta 2024'],
  [194, 2025, 'Sauber 2024'],
  [230, 2025, 'Cadillac'],
  [255, 2025, 'My Team'],
  [475, 2026, 'Invicta 2025'],
  [482, 2026, 'RB'],
  [250, 2025, 'Team 250'],
  [65_535, 2026, null],
])('team %i of format %i is %s', (number, format, name) => expect(teamOfNumber(number, format)).toBe(name));

describe('spellings of one team', () => {
  test.each([
    ['AlphaTauri', 'Alpha Tauri', 'ALPHA TAURI', 'Alpha-Tauri', 'Scuderia AlphaTauri'],
    ['RB', 'VCARB', 'Racing Bulls', 'Visa Cash App RB', 'rb'],
    ['Red Bull Racing', 'Red Bull', 'RED  BULL RACING'],
    ['Mercedes 2022', "Mercedes '22", 'Mercedes ’22', 'mercedes 22'],
    ['Red Bull Racing 2020', 'Red Bull 2020', "Red Bull '20"],
    ['AlphaTauri 2022', "Alpha Tauri '22"],
    ['My Team', 'MY_TEAM', 'MyTeam'],
    ['Custom team', 'F1 Custom Team', 'Custom'],
    ['F1 Generic', 'Generic'],
    ['ART GP 2023', 'Art Gp 23', "Art GP '23"],
    ['Virtuosi 2021', "Uni-Virtuosi '21"],
    ['Cadillac', "Cadillac '26"],
  ])('%s', (name, ...others) => expect(others.map(teamName)).toEqual(others.map(() => name)));
});

test('teams of different years, and former names of one, are different teams', () => {
  const names = ['Mercedes', 'Mercedes 2020', "Mercedes '22", 'AlphaTauri', 'RB', 'Sauber', 'Alfa Romeo', 'Audi'];
  expect(new Set(names.map(teamKey)).size).toBe(names.length);
});

test('a team that the game does not have keeps its name, and is the same without regard to case, accents and blanks', () => {
  expect(teamName('Écurie  Zwölf')).toBe('Écurie  Zwölf');
  expect(teamKey('Écurie  Zwölf')).toBe(teamKey('ECURIE ZWOLF'));
  expect(teamKey('Racing 🔥')).not.toBe(teamKey('Racing 🌊'));
  expect(teamKey('???')).not.toBe(teamKey('!!!'));
});

test('the key of a key is that key', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => teamKey(teamKey(name)) === teamKey(name)));
});
