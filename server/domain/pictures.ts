import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Season } from '#contract/entities/season';
import type { SessionEvent } from '#contract/entities/session';
import { resultIn, resultsColumns } from '#contract/race/championship';
import { hasReplay, type Moment } from '#contract/race/replay/moment';
import { shownEventOf } from '#contract/race/ruled-event';
import { sessionsOfSeason } from '#contract/race/season-sessions';
import { notFound } from '../http/problem.ts';
import type { DeliveryRow } from '../storage/deliveries.ts';
import { findThumbnail, findThumbnailOfOwner } from '../storage/leagues.ts';
import { listSeasonStates } from '../storage/season-states.ts';
import { type Context, callerIdOf } from './context.ts';
import { momentPicture } from './drawing/moment-picture.ts';
import { markSide, type Picture } from './drawing/picture.ts';
import {
  fightPicture,
  leaguePicture,
  lineUpPicture,
  roundPicture,
  standingsPicture,
} from './drawing/season-picture.ts';
import { sessionPicture } from './drawing/session-picture.ts';
import { getLeague } from './leagues.ts';
import { getLineUp } from './line-up.ts';
import { getSeason } from './load-season.ts';
import { outlineOf } from './outlines.ts';
import { loadOfficial } from './season-drives.ts';
import { findEventsOf } from './session-events.ts';
import { findStoredSession, getSessionDetail } from './sessions.ts';

/** The number of a league's seasons searched for one with results. */
const seasonsTried = 3;
const badgeSide = 320;

interface SessionPictureInput {
  readonly id: string;
  /** `game`, or the season after whose rulings the result is shown. */
  readonly result?: string | undefined;
  /** Instead of the result, where the session has a replay. */
  readonly moment: Moment | null;
}

/** The picture of a session: its result in the game or after the rulings of a season, or a moment. @throws Problem 404. */
export async function getSessionPicture(
  context: Context,
  { id, result, moment }: SessionPictureInput,
): Promise<Picture> {
  const session = await getSessionDetail(context, id);
  const course = outlineOf(session.trackId);
  const ruledBy = shownEventOf(session, result);
  const thumbnail = await findThumbnailOfEvent(context, ruledBy ?? session.events?.[0]);
  const picture =
    moment !== null && hasReplay(session)
      ? momentPicture(session, course, moment)
      : sessionPicture(session, course.points, ruledBy);
  return { ...picture, mark: await toMark(thumbnail) };
}

/** The picture of a season: standings, the fight for the title, one session by its id, or the line-up of an event. @throws Problem 404. */
export async function getSeasonPicture(context: Context, id: string, of: string): Promise<Picture> {
  const { value } = await getSeason(context, id);
  return seasonPictureOf(context, value, of);
}

/** A picture of a season that is loaded. @throws Problem 404 for a session or an event that it does not hold. */
export async function seasonPictureOf(context: Context, season: Season, of: string): Promise<Picture> {
  const picture = await drawnOf(context, season, of);
  const [league] = season.leagues ?? [];
  if (league === undefined) return picture;
  const found = { leagueId: league.id, seasonId: season.id, visibleTo: callerIdOf(context) };
  return { ...picture, mark: await toMark(await findThumbnailOfOwner(context.transaction, found)) };
}

async function drawnOf(context: Context, season: Season, of: string): Promise<Picture> {
  if (of === 'drivers' || of === 'teams') return standingsPicture(season, of);
  if (of === 'fight') return fightPicture(season);
  const event = season.events.find(({ id }) => id === of.toLowerCase());
  if (event !== undefined) {
    const { value } = await getLineUp(context, { seasonId: season.id, eventId: event.id });
    return lineUpPicture(season, event, value);
  }
  const found = sessionsOfSeason(season).find(({ session }) => session.id === of.toLowerCase());
  if (found === undefined) throw notFound();
  if (season.provisional === 'whenPublished') {
    const isPublished = season.standings.drivers.some((driver) => resultIn(driver, found.session.id) !== null);
    return roundPicture(season, found, isPublished ? true : undefined);
  }
  const official =
    season.revision == null
      ? new Map()
      : await loadOfficial(context, await listSeasonStates(context.transaction, [season.id]));
  return roundPicture(season, found, official.get(season.id)?.get(found.session.id));
}

/** The picture of a league. @throws Problem 404. */
export async function getLeaguePicture(context: Context, id: string): Promise<Picture> {
  const { value } = await getLeague(context, id);
  const thumbnail = value.thumbnailId === null ? null : await findThumbnail(context.transaction, id);
  const badge = thumbnail === null ? null : await toSquare(thumbnail.image, badgeSide);
  const season = await findSeasonWithResults(context, value.seasonIds);
  return leaguePicture({ name: value.name, seasonCount: value.seasonIds.length, badge }, season);
}

/** Changes whenever a picture of a session may. @throws Problem 404. */
export async function sessionPictureVersion(context: Context, id: string): Promise<string> {
  const stored = await findStoredSession(context, id);
  if (stored === null) throw notFound();
  const marks: (string | undefined)[] = [];
  for (const event of await findEventsOf(context, id)) marks.push((await findThumbnailOfEvent(context, event))?.id);
  return digest([stored.version, stored.summary, marks]);
}

/** Changes whenever a picture does. */
export function pictureVersion(picture: Picture): string {
  return digest(picture);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
}

async function findSeasonWithResults(context: Context, ids: readonly string[]): Promise<Season | null> {
  let first: Season | null = null;
  for (const id of ids.slice(-seasonsTried).reverse()) {
    const { value } = await getSeason(context, id);
    if (value.standings.drivers.length > 0) return value;
    first ??= value;
  }
  return first;
}

/**
 * The thumbnail of the league of an event. Only public leagues have one: the picture of a session is cached for all who
 * can see it.
 */
async function findThumbnailOfEvent({ transaction }: Context, event: SessionEvent | undefined) {
  if (event?.league == null) return null;
  const { league, seasonId } = event;
  return findThumbnailOfOwner(transaction, { leagueId: league.id, seasonId, visibleTo: null });
}

async function toMark(thumbnail: { readonly image: Uint8Array } | null): Promise<string | undefined> {
  return thumbnail === null ? undefined : toSquare(thumbnail.image, markSide);
}

/** Browsers show the stored format, SVG renderers may not. */
async function toSquare(image: Uint8Array, side: number): Promise<string> {
  const png = await sharp(image).resize(side, side, { fit: 'cover' }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/**
 * The picture of a message: official standings, or the latest result in them. Null for other messages, for what not
 * everybody may see, and once other results count: the picture would not be that of the message.
 */
export async function pictureOfDelivery(
  context: Context,
  { subject, path }: Pick<DeliveryRow, 'subject' | 'path'>,
): Promise<Picture | null> {
  const [what, seasonId = '', number = ''] = subject.split(' ');
  if (path === null || (what !== 'standings' && what !== 'result')) return null;
  const { value: season } = await getSeason(context, seasonId);
  const { revision } = season;
  if (revision == null || revision.hasChanged || revision.number !== Number(number)) return null;
  if (what === 'standings') return seasonPictureOf(context, season, 'drivers');
  const latest = resultsColumns(season).at(-1);
  return latest === undefined ? null : seasonPictureOf(context, season, latest.session.id);
}
