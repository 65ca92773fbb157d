import type { LiveSummary } from '../entities/live-session.ts';
import type { NearbyRound, SessionEvent, SessionSummary } from '../entities/session.ts';
import { trackName } from '../entities/track-name.ts';
import { typeName } from '../entities/type-name.ts';
import { isRace, SessionStatus } from '../enumerations.ts';
import { ruledEventOf, shownPodium } from './ruled-event.ts';

/**
 * How far a session is. `silent`: it is live, and its recorder has stopped to send; `incomplete`: it is stored, and its
 * recording ended before the session did.
 */
type SessionState = 'live' | 'silent' | 'incomplete' | 'ended';

/** What a session is, in words: the same on cards, in lists and titles, in pictures and in previews of links. */
export interface SessionDescription {
  readonly state: SessionState;
  /** `Live`, `Recorder silent`, `Incomplete`; empty for a session that has ended as it should. */
  readonly stateText: string;
  /** `Zandvoort` and `Race`; empty while a live session has sent nothing, and where its race is private. */
  readonly track: string;
  readonly type: string;
  /** `Zandvoort Race`; empty without a track. */
  readonly title: string;
  /** The title where nothing beside it says the state: `Zandvoort Race, incomplete`. */
  readonly fullTitle: string;
  /** `Round 5, Home Grand Prix`; empty where no event holds it. */
  readonly round: string;
  /** `Sunday League`, `Season 4`. */
  readonly seasons: readonly string[];
  /** `Official` or `Provisional` in a season that publishes its standings, otherwise empty. */
  readonly official: string;
  /** Round, league and season in one line, with what stewards ruled on it: `Round 5, Home Grand Prix · Sunday League · Season 4`. */
  readonly place: string;
}

type Stored = Pick<SessionSummary, 'trackId' | 'sessionType' | 'sessionStatus'> &
  Partial<Pick<SessionSummary, 'events'>>;

type Live = Pick<LiveSummary, 'trackId' | 'sessionType' | 'state'> & Partial<Pick<LiveSummary, 'event'>>;

const stateTexts: Readonly<Record<SessionState, string>> = {
  live: 'Live',
  silent: 'Recorder silent',
  incomplete: 'Incomplete',
  ended: '',
};
const liveStates = { live: 'live', recorderLost: 'silent', ended: 'ended' } as const;

/** Describes a stored session or a live one. */
export function describeSession(session: Stored | Live): SessionDescription {
  const { trackId, sessionType } = session;
  const isStored = 'sessionStatus' in session;
  const state = !isStored ? liveStates[session.state] : isIncomplete(session) ? 'incomplete' : 'ended';
  const { event, marks, others } = isStored ? placeOfStored(session) : placeOfLive(session);
  const isKnown = trackId !== null && sessionType !== null;
  const track = isKnown ? trackName(trackId) : '';
  const isOfSprint = sessionType !== null && isRace(sessionType) && event?.scoring === 'sprint';
  const type = !isKnown ? '' : isOfSprint ? 'Sprint' : typeName(sessionType);
  const title = isKnown ? `${track} ${type}` : '';
  return {
    state,
    stateText: stateTexts[state],
    track,
    type,
    title,
    fullTitle: state === 'incomplete' ? `${title}, incomplete` : title,
    round: event === null ? '' : roundText(event),
    seasons: event === null ? [] : seasonsText(event),
    official: event === null ? '' : officialText(event),
    place: event === null ? '' : [...marks, roundText(event), ...seasonsText(event), ...others].join(' · '),
  };
}

/** Whether a result is official in the season of an event; empty where the season has never published any. */
export function officialText({ isOfficial }: Partial<Pick<SessionEvent, 'isOfficial'>>): string {
  if (isOfficial === undefined) return '';
  return isOfficial ? 'Official' : 'Provisional';
}

/** Whether the recording of a stored session ended before the session did: it has an order, and no result. */
export function isIncomplete({ sessionStatus }: Pick<SessionSummary, 'sessionStatus'>): boolean {
  return sessionStatus !== SessionStatus.Finished;
}

type Recording = Pick<SessionSummary, 'sessionType' | 'podium' | 'events' | 'numberOfLaps'>;

/** How far an incomplete recording goes: `stopped after lap 4 of 10`; `stopped early` where no laps tell. */
export function stoppedText(session: Recording): string {
  const laps = shownPodium(session)[0]?.numberOfLaps ?? null;
  if (laps === null || !isRace(session.sessionType)) return 'stopped early';
  if (laps === 0) return 'stopped in lap 1';
  return `stopped after lap ${laps}${session.numberOfLaps === null ? '' : ` of ${session.numberOfLaps}`}`;
}

/** The same in a sentence, with who was first: `The recording stopped after lap 4 of 10, with Ada first.` */
export function stoppedSentence(session: Recording): string {
  const [leader] = shownPodium(session);
  return `The recording ${stoppedText(session)}${leader === undefined ? '' : `, with ${leader.name} first`}.`;
}

type Place = Pick<SessionEvent, 'round' | 'name' | 'seasonName' | 'league'>;

/** `Round 5, Home Grand Prix`, or the number alone for an event that is named after its track. */
export function roundText({ round, name }: Pick<Place, 'round' | 'name'>): string {
  return name === null ? `Round ${round}` : `Round ${round}, ${name}`;
}

/** `Round 4, Spa`: a round with the name of its event or track. */
export function nearbyText({ round, name, track }: NearbyRound): string {
  return `Round ${round}, ${name ?? trackName(track)}`;
}

/** The league and the season, whose name often has that of its league: `Late Night · Season 4` is `Season 4` beside it. */
export function seasonsText({ seasonName, league }: Pick<Place, 'seasonName' | 'league'>): readonly string[] {
  if (league == null) return [seasonName];
  const beside = seasonBesideLeague({ seasonName, league });
  return beside === seasonName && seasonName.includes(league.name) ? [seasonName] : [league.name, beside];
}

/** The name of a season beside that of its league, which it may begin with. */
export function seasonBesideLeague({ seasonName, league }: Pick<Place, 'seasonName' | 'league'>): string {
  if (league == null || !seasonName.startsWith(league.name)) return seasonName;
  const rest = /^[\s·:–—-]+(\S.*)$/u.exec(seasonName.slice(league.name.length));
  return rest?.[1] ?? seasonName;
}

interface Places {
  readonly event: (Place & Partial<Pick<SessionEvent, 'scoring' | 'isOfficial'>>) | null;
  /** The rulings on the session in that event, in words. */
  readonly marks: readonly string[];
  /** `+1`: how many more events hold it. */
  readonly others: readonly string[];
}

const nowhere: Places = { event: null, marks: [], others: [] };

/** The first three are those of the season after `Stewards’ result`, and those of the game after `Does not count`. */
function placeOfStored({ events }: Pick<Stored, 'events'>): Places {
  const all = events ?? [];
  const event = ruledEventOf({ events: all }) ?? all[0];
  if (event === undefined) return nowhere;
  return {
    event,
    marks: [
      ...(event.isOfficial === undefined ? [] : [officialText(event)]),
      // In lists nothing tells rulings from the rule for retirements, where that has changed the result.
      ...(event.podium === undefined
        ? []
        : [event.classifiedFrom === undefined ? 'Stewards’ result' : 'Season’s result']),
      ...(event.isExcluded === true ? ['Does not count'] : []),
    ],
    others: all.length === 1 ? [] : [`+${all.length - 1}`],
  };
}

function placeOfLive({ event }: Live): Places {
  if (event?.round == null || event.seasonName == null) return nowhere;
  const { round, seasonName, league, name = null } = event;
  return { ...nowhere, event: { round, seasonName, league, name } };
}
