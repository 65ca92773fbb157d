import { expect, test } from 'vitest';
import { SessionType, Track, TyreCompound, Weather } from '../enumerations.ts';
import { timeInName } from './file-name.ts';
import { changeOf, compoundOf, safetyCarOf, statusOf, trackOf, typeOf, weatherOf } from './words.ts';

/** The game's names for its tracks, by number. */
const gameTracks =
  'Melbourne|Paul Ricard|Shanghai|Sakhir (Bahrain)|Catalunya|Monaco|Montreal|Silverstone|Hockenheim|Hungaroring|Spa|Monza|Singapore|Suzuka|Abu Dhabi|Texas|Brazil|Austria|Sochi|Mexico|Baku (Azerbaijan)|Sakhir Short|Silverstone Short|Texas Short|Suzuka Short|Hanoi|Zandvoort|Imola|Portimão|Jeddah|Miami|Las Vegas|Losail|Silverstone (Reverse)|Austria (Reverse)|Zandvoort (Reverse)|Madrid'.split(
    '|',
  );

test('every track of the game is found by name and by number, and any other is unknown', () => {
  const numbers = Object.values(Track).filter((track) => track !== Track.Unknown);
  expect(gameTracks.map(trackOf)).toEqual(numbers);
  expect(numbers.map((number) => trackOf(String(number)))).toEqual(numbers);
  expect(['Monza (Reverse)', 'Moon', '33', '43', '-1', '', null].map(trackOf)).toEqual(Array(7).fill(Track.Unknown));
});

test('every session type is found by name, and by number in both numberings', () => {
  const names =
    'Unknown|Practice 1|Practice_2|Practice 3|Short_Practice|Qualifying 1|Qualifying_2|Qualifying 3|Short Qualifying|One_Shot_Qualifying|Race|Race 2|Race_3|Time Trial|Sprint Shootout 1|Sprint_Shootout_2|Sprint Shootout 3|Short Sprint Shootout|One_Shot_Sprint_Shootout'.split(
      '|',
    );
  expect(names.map((name) => typeOf(name))).toEqual(Object.values(SessionType));
  expect(['10', '13', '15'].map((number) => typeOf(number, 2023))).toEqual([10, 13, 15]);
  expect(['9', '10', '15', '18', '19'].map((number) => typeOf(number, 2025))).toEqual([9, 14, 10, 13, null]);
  expect([typeOf('N/A'), typeOf('Parade'), typeOf(null)]).toEqual([SessionType.Unknown, null, null]);
});

test('compounds, weather, statuses and safety cars are found by name, and unknown ones are null or 0', () => {
  expect(
    ['Soft', 'MEDIUM', 'Hard', 'Inters', 'Wet', "Wet (F2 '19)", '21', 'Gravel', '0', null].map(compoundOf),
  ).toEqual([16, 17, 18, 7, 8, TyreCompound.Wet, TyreCompound.Medium, 0, 0, 0]);
  expect(
    ['Clear', 'Light Cloud', 'OVERCAST', 'Light Rain', 'Heavy Rain', 'Storm', 'Thunderstorm', '6'].map(weatherOf),
  ).toEqual([0, 1, 2, 3, 4, 5, Weather.Storm, Weather.Storm]);
  expect(['FINISHED', 'DID_NOT_FINISH', 'DNF', 'NOT_CLASSIFIED', '7', '---'].map(statusOf)).toEqual([
    3,
    4,
    4,
    6,
    7,
    null,
  ]);
  expect(['NO_SAFETY_CAR', 'VIRTUAL_SAFETY_CAR', 'Formation Lap', 'x'].map(safetyCarOf)).toEqual([0, 2, 3, null]);
  expect(['Temperature Up', 'Temperature Down', 'No Temperature Change', '2', null].map(changeOf)).toEqual([
    0,
    1,
    2,
    2,
    null,
  ]);
});

test('the local time in the name of a file is when it was saved; other names have none', () => {
  const saved = new Date(2026, 8, 6, 21, 17, 47).toISOString();
  expect(timeInName('Race_Monza_2026_09_06_21_17_47.json')).toBe(saved);
  expect(timeInName('Race_MonzaManual_2026_09_06_21_17_47.JSON')).toBe(saved);
  expect(timeInName('race.json')).toBeNull();
  expect(timeInName('Race_0000_00_00_00_00_00.json')).toBeNull();
});
