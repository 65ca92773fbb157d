import { RaceControlKind } from '#contract/entities/race-control';
import type { Session, SessionSummary } from '#contract/entities/session';
import { isRace, SessionType } from '#contract/enumerations';
import { hasReplay, readMoment } from '#contract/race/replay/moment';
import { ruledEventOf } from '#contract/race/ruled-event';
import { seasonSessionPath } from '../../format/session-path.ts';

/** The view in a session's address. */
export type SessionView = ReturnType<typeof readView>;

const tabNames = ['race', 'results', 'laps', 'pace', 'tyres', 'penalties', 'control', 'overtakes', 'weather'] as const;
type TabName = (typeof tabNames)[number];

/** Tabs of older addresses, and of sessions without the tab. */
const otherNames: Readonly<Record<string, TabName>> = { story: 'race', positions: 'race', weather: 'tyres' };

const labels: Readonly<Record<Exclude<TabName, 'race'>, string>> = {
  results: 'Results',
  laps: 'Laps',
  pace: 'Pace',
  tyres: 'Tyres',
  penalties: 'Penalties',
  control: 'Race control',
  overtakes: 'Overtakes',
  weather: 'Weather',
};

const practice: ReadonlySet<SessionType> = new Set([
  SessionType.P1,
  SessionType.P2,
  SessionType.P3,
  SessionType.ShortPractice,
]);

function firstLabel(sessionType: SessionType): string {
  if (isRace(sessionType)) return 'Race';
  if (practice.has(sessionType)) return 'Practice';
  return sessionType === SessionType.TimeTrial || sessionType === SessionType.Unknown ? 'Session' : 'Qualifying';
}

/** The tabs of a session that have content. */
export function tabsOf(session: Session): readonly { readonly name: TabName; readonly label: string }[] {
  const { drivers, overtakes, weatherHistory, weatherForecastSamples } = session;
  const isOfRace = isRace(session.sessionType);
  const hasTyres = drivers.some(({ tyres }) => tyres.length > 0);
  const driven = drivers.filter(({ lapTimes }) => lapTimes.some(({ lapTime }) => lapTime !== null));
  const isShown: Readonly<Record<TabName, boolean>> = {
    race: true,
    results: true,
    laps: drivers.some(({ lapTimes }) => lapTimes.length > 0),
    pace: driven.length > 1,
    tyres: hasTyres,
    penalties: isOfRace || drivers.some(({ penalties, warnings }) => penalties.length + warnings.length > 0),
    // A race has leaders and fastest laps; without flags the messages of other sessions are those of other tabs.
    control:
      (isOfRace && driven.length > 1) || (session.raceControl ?? []).some(({ kind }) => kind === RaceControlKind.Flag),
    overtakes: overtakes.length > 0,
    // The strategy of a race has its weather, lap by lap.
    weather: !(isOfRace && hasTyres) && weatherHistory.length + weatherForecastSamples.length > 0,
  };
  return tabNames
    .filter((name) => isShown[name])
    .map((name) => ({ name, label: name === 'race' ? firstLabel(session.sessionType) : labels[name] }));
}

/** The view in a session's address, without unknown values. */
export function readView(search: string, session: Session) {
  const query = new URLSearchParams(search);
  const shown = tabsOf(session).map(({ name }) => name);
  const wanted = query.get('tab') ?? '';
  const tab = [wanted, otherNames[wanted]].flatMap((name) => shown.find((each) => each === name) ?? []);
  const car = (name: string) => {
    const text = query.get(name);
    return session.drivers.find(({ carIndex }) => String(carIndex) === text)?.carIndex ?? null;
  };
  const driver = car('driver');
  const compared = car('compare');
  const result = query.get('result');
  const hasResult =
    ruledEventOf(session) !== null &&
    (result === 'game' || session.events?.some(({ seasonId }) => seasonId === result) === true);
  return {
    tab: tab[0] ?? 'race',
    /** A car: its sheet is open, or its laps are shown. */
    driver,
    /** The moment that its replay is opened at; null for the session itself. */
    moment: hasReplay(session) ? readMoment(search) : null,
    /** The car that its laps are compared with. */
    compared: compared === driver ? null : compared,
    /** The chosen result: `game`, or the season with this id; null for the usual one, and where nobody has ruled. */
    result: hasResult ? result : null,
  };
}

/** The address of a view, within the page. */
export function viewHref({ tab, driver = null, compared = null, result = null }: Partial<SessionView>): string {
  const query = new URLSearchParams();
  if (tab !== undefined) query.set('tab', tab);
  if (driver !== null) query.set('driver', String(driver));
  if (compared !== null) query.set('compare', String(compared));
  if (result !== null) query.set('result', result);
  return `?${query}`;
}

/** The address of another session of the weekend: in the season that this one was opened in, if any. */
export function weekendHref(id: string, search: string): string {
  const result = new URLSearchParams(search).get('result');
  return result === null || result === 'game' ? `/sessions/${id}` : seasonSessionPath(encodeURIComponent(result), id);
}

/** The sessions of a weekend that the page of one leads to, the latest first; none where it has no other. */
export function weekendLinks<Of extends Pick<SessionSummary, 'id'>>(weekend: readonly Of[]): readonly Of[] {
  return weekend.length < 2 ? [] : [...weekend].reverse();
}
