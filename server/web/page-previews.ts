import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { AffectedRead } from '#contract/calls/call';
import { siteDescription } from '#contract/constants';
import { leaguePreview } from '#contract/entities/league-preview';
import { trackName } from '#contract/entities/track-name';
import type { Track } from '#contract/enumerations';
import { type PageMatch, type PageName, pageRoute } from '#contract/pages/routes';
import { describeSession, isIncomplete, seasonsText, stoppedSentence } from '#contract/race/describe-session';
import { enteredByHand } from '#contract/race/entered-by-hand';
import { hasReplay, type Moment, momentHref, readMoment } from '#contract/race/replay/moment';
import { shownPodium } from '#contract/race/ruled-event';
import { progressOf, progressText } from '#contract/race/season-progress';
import type { Context } from '../domain/context.ts';
import { shownMoment } from '../domain/drawing/moment-picture.ts';
import { getLeague } from '../domain/leagues.ts';
import { getEventOfLive } from '../domain/live-events.ts';
import { getLiveOwner } from '../domain/live-races.ts';
import { getSeason } from '../domain/load-season.ts';
import { outlineOf } from '../domain/outlines.ts';
import { getLeaguePicture, pictureVersion, seasonPictureOf, sessionPictureVersion } from '../domain/pictures.ts';
import { getProfile } from '../domain/profiles.ts';
import { findEventsOf } from '../domain/session-events.ts';
import { getSessionDetail, getSummary } from '../domain/sessions.ts';
import { Problem } from '../http/problem.ts';

/** Title and description of a page, for its HTML and for previews of shared links. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** A picture of 1200 × 630 px; without one, that of the app is shown. */
  readonly picture?: { readonly path: string; readonly words: string };
  /** The part of the address that the preview is of, beside the path. */
  readonly query?: string;
}

/** The part of a session that an address is of: a driver, by car, or a moment of its replay. */
export interface AddressPart {
  readonly carIndex: number | null;
  readonly moment: Moment | null;
}

/**
 * A fixed title, or a preview of the entity with this id, and of the driver or the moment of it that the address has.
 * @throws Problem 404.
 */
type PreviewSource = string | ((context: Context, id: string, part: AddressPart) => Promise<Preview>);

const liveDescription = 'Live timing: positions, gaps and laps.';

async function liveSessionPreview(context: Context, id: string): Promise<Preview> {
  const { userName } = await getLiveOwner(context, id);
  const event = await getEventOfLive(context, id);
  const owner = `Live session of ${userName ?? 'a driver'}`;
  if (event?.seasonName == null || event.round == null || event.track == null)
    return { title: owner, description: liveDescription };
  const { round, name = null, track, seasonName, league } = event;
  return {
    title: `${name ?? trackName(track)}, live`,
    description: `${[...seasonsText({ league, seasonName }), `Round ${round}`].join(' · ')}. ${owner}: positions, gaps and laps.`,
  };
}

async function liveUserPreview(context: Context, id: string): Promise<Preview> {
  const { username } = await getProfile(context, id);
  return { title: `Live sessions of ${username ?? 'a driver'}`, description: liveDescription };
}

async function sessionPreview(context: Context, id: string, { carIndex, moment }: AddressPart): Promise<Preview> {
  const session = await getSummary(context, id);
  const events = await findEventsOf(context, id);
  const { title, fullTitle, round, seasons, official } = describeSession({ ...session, events });
  const day = session.sessionStartTime.slice(0, 10);
  const version = await sessionPictureVersion(context, id);
  const path = addressOf(calls.getSessionPicture, { id }, { v: version });
  const whole = { title: `${fullTitle}, ${day}`, picture: { path, words: `The result of ${title}` } };
  const isEntered = session.gameVersion === enteredByHand;
  const detail = carIndex === null && moment === null ? null : await getSessionDetail(context, id);
  const driver = detail?.drivers.find((each) => each.carIndex === carIndex);
  if (driver !== undefined)
    return {
      ...whole,
      title: `${driver.name}, ${whole.title}`,
      description: `${[driver.name, driver.team].filter(Boolean).join(', ')}: ${isEntered ? 'the result' : 'result, laps, tyres and penalties'}.`,
      query: `?driver=${carIndex}`,
    };
  if (detail !== null && moment !== null && hasReplay(detail)) {
    const { second, texts, flagText } = shownMoment(detail, outlineOf(detail.trackId), moment.at);
    const named = detail.drivers.filter((each) => moment.cars.includes(each.carIndex));
    const when = texts.join(', ');
    const query = { at: second, cars: named.map((each) => each.carIndex), v: version };
    return {
      title: [when, named.map(({ name }) => name).join(', '), title].filter(Boolean).join(' · '),
      description: `${[when, flagText].filter(Boolean).join(', ')}: the replay of ${whole.title}.`,
      picture: {
        path: addressOf(calls.getSessionPicture, { id }, query),
        words: `${title}, ${when}: the order and the gaps`,
      },
      query: momentHref(moment),
    };
  }
  const place = round === '' ? '' : `${[...seasons, round].join(' · ')}. `;
  const [first] = shownPodium({ ...session, events });
  const winner = first === undefined ? '' : `${first.name} first. `;
  const outcome = isIncomplete(session) ? `${stoppedSentence({ ...session, events })} ` : winner;
  const status = official === '' ? '' : `${official}. `;
  return {
    ...whole,
    description: `${place}${outcome}${status}${isEntered ? 'The result.' : 'Results, laps, tyres and penalties.'}`,
  };
}

const sources: Record<PageName, PreviewSource> = {
  home: 'Pitboard',
  live: 'Live',
  liveSession: liveSessionPreview,
  liveUser: liveUserPreview,
  overlay: liveSessionPreview,
  overlayUser: liveUserPreview,
  overlaySeason: async (context, id) => ({
    title: (await getSeason(context, id)).value.name,
    description: 'The standings of a season.',
  }),
  leagues: 'Leagues',
  league: async (context, id) => {
    const { value } = await getLeague(context, id);
    const version = pictureVersion(await getLeaguePicture(context, id));
    const path = addressOf(calls.getLeaguePicture, { leagueId: id }, { v: version });
    return { ...leaguePreview(value), picture: { path, words: `The standings of ${value.name}` } };
  },
  seasons: 'Seasons',
  season: async (context, id) => {
    const { value } = await getSeason(context, id);
    const leader = value.standings.drivers[0];
    const progress = progressText(progressOf(value.events));
    const lead = leader === undefined ? '' : ` · ${leader.name} leads with ${leader.points} points`;
    const description = `Standings and results · ${progress}${lead}`;
    const version = pictureVersion(await seasonPictureOf(context, value, 'drivers'));
    const path = addressOf(calls.getSeasonPicture, { id }, { v: version });
    return { title: value.name, description, picture: { path, words: description } };
  },
  session: sessionPreview,
  track: async (_, id) => ({
    title: trackName(Number(id) as Track),
    description: 'The map of the track, drawn from laps, and the sessions on it.',
  }),
  user: async (context, id) => {
    const { username } = await getProfile(context, id);
    return { title: username ?? 'A driver', description: 'Sessions, leagues and bests.' };
  },
  search: 'Search',
  invitation: 'Invitation',
  login: 'Log in',
  signUp: 'Sign up',
  resetPassword: 'Reset your password',
  resetPasswordConfirm: 'Set a new password',
  dashboard: 'Dashboard',
  profileInit: 'Choose a name',
  settings: 'Settings',
  notices: 'Notices',
  raceNight: 'Race night',
  streamOverlay: 'Stream overlay',
  ownSessions: 'Your sessions',
  ownSeasons: 'Your seasons',
  createSeason: 'New season',
  editSeason: 'Edit season',
  editSeasonDrivers: 'Drivers of a season',
  editSeasonPoints: 'Points of a season',
  editSeasonRulings: 'Rulings of a season',
  editSeasonPublish: 'Official standings of a season',
  editSeasonSettings: 'Settings of a season',
  ownLeagues: 'Your leagues',
  createLeague: 'Create a league',
  editLeague: 'Edit a league',
  leagueMembers: 'Members of a league',
  faq: 'FAQ',
  privacy: 'Privacy policy',
  legalNotice: 'Legal notice',
  terms: 'Terms of service',
  downloadInfo: 'Download App',
  notFound: 'Not found',
};

/** The reads that the preview of a page shows: the first ones of the page, or none when it has a fixed title. */
export function shownReads({ name, id }: PageMatch): readonly AffectedRead[] {
  if (typeof sources[name] === 'string') return [];
  const reads = pageRoute(name).reads?.(id) ?? [];
  // Its picture shows standings, which the page reads later.
  return name === 'league' ? [...reads, { call: calls.getLeaguePicture, params: { leagueId: id } }] : reads;
}

/** The preview of an address that has no page. */
export const notFoundPreview: Preview = titled('Not found', siteDescription);

/** The part of a session that an address is of; that of other pages has none. */
export function partInAddress({ name }: PageMatch, url: string): AddressPart {
  const search = name === 'session' ? (url.split('?')[1] ?? '') : '';
  const car = new URLSearchParams(search).get('driver');
  return { carIndex: car !== null && /^\d{1,2}$/.test(car) ? Number(car) : null, moment: readMoment(search) };
}

/** The preview of a page, or of a part of it; null when its entity does not exist or the context may not see it. */
export async function previewOf(page: PageMatch, context: Context, part: AddressPart): Promise<Preview | null> {
  const source = sources[page.name];
  if (typeof source === 'string') return titled(source, siteDescription);
  try {
    const { title, description, ...rest } = await source(context, page.id, part);
    return { ...titled(title, description), ...rest };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

function titled(title: string, description: string): Preview {
  return { title: title === 'Pitboard' ? title : `${title} · Pitboard`, description };
}
