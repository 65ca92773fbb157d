import { expect, test } from 'vitest';
import { RaceControlKind } from '#contract/entities/race-control';
import { SessionType, TyreCompound, Weather } from '#contract/enumerations';
import { pages } from '#contract/pages/routes';
import { driver, session } from '#tests/fixtures/session';
import { seasonSessionPath } from '../../format/session-path.ts';
import { readView, tabsOf, viewHref, weekendHref, weekendLinks } from './session-view.ts';

const lap = { lapTime: 90_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
const sample = {
  sessionTypeMode: SessionType.Race,
  timeOffSet: 0,
  forecastedWeatherCondition: Weather.Clear,
  trackTemperatureCelsius: 30,
  trackTemperatureChange: null,
  airTemperatureCelsius: 20,
  airTemperatureChange: null,
  rainPercentage: 0,
};
const full = [1, 2].map((carIndex) =>
  driver({ carIndex, lapTimes: [lap], tyres: [{ tyreCompound: TyreCompound.Soft, endLap: 1 }] }),
);
const overtake = { overtakingDriverIdx: 1, overtakenDriverIdx: 2, lapNum: 1, overtakingTime: null, utcTime: null };
const race = session({ drivers: full, overtakes: [overtake], weatherHistory: [sample] });

const namesOf = (shown: typeof race) => tabsOf(shown).map(({ name }) => name);

test('the first tab has the name of the session’s kind, and no tab is without content', () => {
  expect(namesOf(race)).toEqual(['race', 'results', 'laps', 'pace', 'tyres', 'penalties', 'control', 'overtakes']);
  expect(namesOf(session({ drivers: [] }))).toEqual(['race', 'results', 'penalties']);
  const kinds = [SessionType.Race2, SessionType.Q2, SessionType.ShortPractice, SessionType.TimeTrial];
  expect(kinds.map((sessionType) => tabsOf(session({ sessionType }))[0]?.label)).toEqual([
    'Race',
    'Qualifying',
    'Practice',
    'Session',
  ]);
  const flag = { kind: RaceControlKind.Flag, lapNum: 1, flag: 4 };
  expect(namesOf(session({ raceControl: [flag] }))).toContain('control');
  expect(namesOf(session({ raceControl: [{ kind: RaceControlKind.Out, driverIdx: 1 }] }))).not.toContain('control');
  const qualifying = session({ sessionType: SessionType.Q1, drivers: full, weatherHistory: [sample] });
  expect(namesOf(qualifying)).toEqual(['race', 'results', 'laps', 'pace', 'tyres', 'weather']);
});

test('the server renders the tabs of a session', () => {
  const qualifying = session({ sessionType: SessionType.Q1, drivers: full, weatherHistory: [sample] });
  expect(new Set([...namesOf(race), ...namesOf(qualifying)])).toEqual(new Set(pages.session.renderedTabs));
});

test('older addresses lead to the tab that has their content now', () => {
  const tabs = ['story', 'positions', 'weather', 'pace', 'nonsense', ''];
  expect(tabs.map((tab) => readView(`?tab=${tab}`, race).tab)).toEqual([
    'race',
    'race',
    'tyres',
    'pace',
    'race',
    'race',
  ]);
});

test('a driver and who is compared are in the address; cars that are not in the session are left out', () => {
  const view = { tab: 'laps', driver: 2, compared: 1, result: null, moment: null } as const;
  expect(viewHref(view)).toBe('?tab=laps&driver=2&compare=1');
  expect(readView(viewHref(view), race)).toEqual(view);
  expect(readView('?tab=laps&driver=9&compare=x', race)).toMatchObject({ driver: null, compared: null });
  expect(readView('?driver=1&compare=1', race)).toMatchObject({ driver: 1, compared: null });
});

test('the address has whose result is shown: the game’s, or that of a season, where one of them has ruled', () => {
  const events = (rulings: unknown[]) => [{ seasonId: 'ruled', rulings }, { seasonId: 'other' }];
  const withRulings = (...rulings: unknown[]) => ({ ...race, events: events(rulings) }) as unknown as typeof race;
  const ruled = withRulings({ kind: 'time' });
  expect(viewHref({ tab: 'results', driver: 2, result: 'game' })).toBe('?tab=results&driver=2&result=game');
  const read = (result: string) => readView(`?result=${result}`, ruled).result;
  expect(['game', 'ruled', 'other', 'absent', ''].map(read)).toEqual(['game', 'ruled', 'other', null, null]);
  expect(
    ['game', 'other'].map(
      (result) => readView(seasonSessionPath(result, race.id).split('?')[1] ?? '', withRulings()).result,
    ),
  ).toEqual([null, null]);
  expect(readView(seasonSessionPath('other', race.id).split('?')[1] ?? '', ruled).result).toBe('other');
});

test('a weekend of several sessions has links, the latest first; one without other sessions has none', () => {
  const [first, last] = [{ id: 'qualifying' }, { id: 'race' }];
  expect(weekendLinks([first, last])).toEqual([last, first]);
  expect([weekendLinks([last]), weekendLinks([])]).toEqual([[], []]);
});

test('a weekend that is opened in a season leads to its sessions in that season', () => {
  const season = '01900000-0000-7000-8000-000000000001';
  expect(weekendHref('a', `?tab=laps&result=${season}`)).toBe(`/sessions/a?result=${season}`);
  expect(weekendHref('a', '?tab=results&result=game')).toBe('/sessions/a');
  expect(weekendHref('a', '')).toBe('/sessions/a');
  expect(weekendHref('a', '?result=a%26tab%3Dlaps')).toBe('/sessions/a?result=a%26tab%3Dlaps');
});
