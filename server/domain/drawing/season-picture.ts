import type { LineUp } from '#contract/entities/line-up';
import type { Season, SeasonEvent } from '#contract/entities/season';
import { trackName } from '#contract/entities/track-name';
import { typeName } from '#contract/entities/type-name';
import { officialText, roundText, seasonsText } from '#contract/race/describe-session';
import { strokesOfTeams } from '#contract/race/line-strokes';
import { hasPoleBonus } from '#contract/race/pole-bonus';
import { progressOf, progressText } from '#contract/race/season-progress';
import type { SeasonSession } from '#contract/race/season-sessions';
import { secondDriversOf } from '#contract/race/second-drivers';
import { isFinish } from '#contract/race/standings';
import { statusLabel } from '#contract/race/status-label';
import { coloursOfSeason } from '#contract/race/teams-of-season';
import { formatPoints } from '#contract/race/times';
import { titleFight } from '#contract/race/title-fight';
import type { Picture, PictureRow } from './picture.ts';
import { dayOf } from './session-picture.ts';

type Row = Omit<PictureRow, 'otherName'>;

/** The championship of drivers or teams. */
export function standingsPicture(season: Season, of: 'drivers' | 'teams'): Picture {
  const { drivers, teams = [] } = season.standings;
  const standings = of === 'drivers' ? drivers : teams.map((team) => ({ ...team, team: team.name }));
  const leading = standings[0]?.points ?? 0;
  const colourOf = coloursOfSeason(season);
  const second = of === 'drivers' ? secondDriversOf(season) : null;
  const rows = standings.map(({ name, points, team }, index): Row => {
    const note = points === leading ? '' : `−${formatPoints(leading - points)}`;
    return {
      position: String(index + 1),
      name,
      colour: colourOf(team),
      isSecond: second?.has(name) === true,
      value: formatPoints(points),
      note,
    };
  });
  return {
    ...headOf(season, of === 'drivers' ? 'Driver standings' : 'Constructor standings'),
    rows: named(rows, of === 'drivers' ? 'Driver' : 'Team'),
    empty: 'No results yet',
    most: { wide: 5, tall: 24 },
  };
}

/** The results of one session after its rulings, with the points that it gave, and whether they are official. */
export function roundPicture(
  season: Season,
  { event, round, session, scoring }: SeasonSession,
  isOfficial?: boolean,
): Picture {
  const type = scoring === 'sprint' ? 'Sprint' : typeName(session.sessionType);
  const colourOf = coloursOfSeason(season);
  const second = secondDriversOf(season);
  const last = Number.MAX_SAFE_INTEGER;
  const results = season.standings.drivers
    .flatMap(({ name, team, results: own }) =>
      own.filter(({ sessionId }) => sessionId === session.id).map((result) => ({ name, team, result })),
    )
    .sort((one, other) => (one.result.position ?? last) - (other.result.position ?? last));
  const rows = results.map(({ name, team, result }): Row => {
    const out = isFinish(result) ? null : statusLabel(result.resultStatus);
    const rulings = result.rulings?.length ?? 0;
    const notes = [
      result.fastestLap ? 'FL' : '',
      // Without it, a point of a car out of the points looks like an error.
      hasPoleBonus(result) ? 'Pole' : '',
      rulings === 0 ? '' : rulings === 1 ? '1 ruling' : `${rulings} rulings`,
    ];
    return {
      position: out ?? String(result.position ?? '–'),
      name,
      colour: colourOf(team),
      isSecond: second.has(name),
      value: result.points === 0 && out !== null ? '' : formatPoints(result.points),
      note: notes.filter((note) => note !== '').join(' · '),
    };
  });
  const place = [
    ...seasonsText({ league: season.leagues?.[0], seasonName: season.name }),
    roundText({ round, name: null }),
  ].join(' · ');
  return {
    place,
    title: `${event.name ?? trackName(event.track)} ${type}`,
    subtitle: [trackName(event.track), dayOf(session.sessionStartTime)].join(' · '),
    status: officialText({ isOfficial }),
    rows: named(rows, 'Driver'),
    empty: season.provisional === 'whenPublished' ? 'Not published yet' : 'No results',
    most: { wide: 5, tall: 24 },
  };
}

/** Who drives in an event. */
export function lineUpPicture(season: Season, event: SeasonEvent, { seats, reserves, open }: LineUp): Picture {
  const colourOf = coloursOfSeason(season);
  const nameOf = (seatId: string) => season.roster?.find(({ id }) => id === seatId)?.name ?? '';
  const numberOf = (number: number | null) => (number === null ? '–' : String(number));
  const rows = [
    ...seats.map(
      ({ seatId, driverId, name, number, team }): Row => ({
        position: numberOf(number),
        name,
        colour: colourOf(team),
        isSecond: false,
        value: team ?? '',
        note: seatId === driverId ? '' : `for ${nameOf(seatId)}`,
      }),
    ),
    ...open.map(
      ({ number, team, name }): Row => ({
        position: numberOf(number),
        name: 'Open seat',
        colour: colourOf(team),
        isSecond: false,
        value: team ?? '',
        note: `of ${name}`,
      }),
    ),
  ];
  const round = season.events.findIndex(({ id }) => id === event.id) + 1;
  const league = season.leagues?.[0];
  return {
    place: [...seasonsText({ league, seasonName: season.name }), roundText({ round, name: null })].join(' · '),
    title: `${event.name ?? trackName(event.track)} line-up`,
    subtitle: [trackName(event.track), ...(event.startsAt === null ? [] : [dayOf(event.startsAt)])].join(' · '),
    status: reserves.length === 0 ? '' : `Reserves: ${reserves.map(({ name }) => name).join(', ')}`,
    rows: named(rows, 'Driver'),
    isUnranked: true,
    empty: 'No drivers yet',
    most: { wide: 5, tall: 24 },
  };
}

/** The fight for the title: points behind the leader by round; the standings while fewer than two drivers have results. */
export function fightPicture(season: Season): Picture {
  const fight = titleFight(season);
  if (fight === null || fight.rows.length < 2) return standingsPicture(season, 'drivers');
  const colourOf = coloursOfSeason(season);
  const second = secondDriversOf(season);
  const shown = fight.rows.slice(0, 6);
  const strokes = strokesOfTeams(
    shown.map(({ team }) => team),
    colourOf,
    (index) => second.has(shown[index]?.name ?? ''),
  );
  // After the last session of each round.
  const ends = fight.steps
    .map(({ round }, step) => ({ round, step }))
    .filter(({ round, step }) => fight.steps[step + 1]?.round !== round);
  return {
    ...headOf(season, 'Title fight, points behind the leader'),
    rows: [],
    empty: '',
    most: { wide: 0, tall: 0 },
    chart: {
      rounds: ends.map(({ round }) => round),
      lastRound: fight.lastRound,
      // Where results are dropped, a win may be worth less.
      left: (season.scoring?.droppedResults ?? 0) > 0 ? null : fight.left.points,
      lines: shown.map(({ name, team, behind, isInFight }, index) => ({
        name,
        otherName: `Driver ${index + 1}`,
        colour: colourOf(team),
        dash: strokes[index]?.dash,
        isInFight,
        behind: ends.map(({ step }) => behind[step] ?? 0),
        value: (behind.at(-1) ?? 0) === 0 ? 'P1' : `−${formatPoints(behind.at(-1) ?? 0)}`,
      })),
    },
  };
}

/** The standings of the newest season of a league that has results. */
export function leaguePicture(
  league: { readonly name: string; readonly seasonCount: number; readonly badge: string | null },
  season: Season | null,
): Picture {
  const seasons = league.seasonCount === 1 ? '1 season' : `${league.seasonCount} seasons`;
  const head = { place: `League · ${seasons}`, title: league.name };
  const badge = league.badge === null ? {} : { badge: league.badge };
  if (season === null)
    return { ...head, subtitle: '', status: '', rows: [], empty: '', most: { wide: 0, tall: 0 }, ...badge };
  const standings = standingsPicture(season, 'drivers');
  return { ...standings, ...head, subtitle: [season.name, standings.subtitle].join(' · '), ...badge };
}

function headOf(season: Season, what: string): Pick<Picture, 'place' | 'title' | 'subtitle' | 'status'> {
  return {
    place: season.leagues?.[0]?.name ?? '',
    title: season.name,
    subtitle: [what, progressText(progressOf(season.events))].join(' · '),
    status: statusOf(season),
  };
}

function statusOf({ revision = null }: Season): string {
  if (revision === null) return 'Provisional';
  const official = `Official ${revision.number}`;
  if (revision.hasChanged) return `Provisional, changed since ${official.toLowerCase()}`;
  return `${official}, ${dayOf(revision.publishedAt)}`;
}

function named(rows: readonly Row[], kind: string): PictureRow[] {
  return rows.map((row, index) => ({ ...row, otherName: `${kind} ${index + 1}` }));
}
