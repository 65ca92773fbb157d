import * as v from 'valibot';
import { ApiToken } from '../entities/api-token.ts';
import { signUpFields, Wish } from '../entities/entry.ts';
import { League } from '../entities/league.ts';
import { AnswerHours, AnswerValue, LineUpChange } from '../entities/line-up.ts';
import { StaffRoles } from '../entities/member.ts';
import { noticeKinds } from '../entities/notice.ts';
import { NoticeChoice, QuietHours, TimeZone } from '../entities/notice-settings.ts';
import { Recorder } from '../entities/recorder.ts';
import { maxRosterDrivers } from '../entities/roster.ts';
import { RulingState, rulingGiven, rulingKinds } from '../entities/ruling.ts';
import { ScoringRules } from '../entities/scoring.ts';
import { Provisional, Revision, Season, SeasonEvent } from '../entities/season.ts';
import { Driver, Session } from '../entities/session.ts';
import { WebhookAddress, WebhookChoices } from '../entities/webhook.ts';
import { Scoring } from '../enumerations.ts';
import { CarIndex } from '../values/recorded-values.ts';
import { Instant, Uuid } from '../values/values.ts';
import { aliases, roster, teamAliases, teamColours } from './driver-lists.ts';
import { recordedLine, typedAddress, typedName, typedText } from './typed-text.ts';

/**
 * The bodies of requests. They refuse unknown fields, so that a misspelt field is an error and not ignored. In updates an
 * absent field keeps its value, and null empties it.
 */

const league = League.entries;
const leagueName = typedName(league.name);
const description = v.nullable(typedText(league.description.wrapped));
const discord = v.nullable(typedAddress(league.discord.wrapped));
const website = v.nullable(typedAddress(league.website.wrapped));

/** Base64 of about 2 MiB; the server checks the exact limit on the decoded bytes. */
const thumbnailBase64 = v.pipe(v.string(), v.maxLength(3_000_000), v.regex(/^[A-Za-z\d+/]*={0,2}$/, 'must be base64'));

/** A new league. */
export const LeagueCreate = v.strictObject({
  name: leagueName,
  description: v.optional(description, null),
  discord: v.optional(discord, null),
  website: v.optional(website, null),
  /** An image in base64: png, jpeg or webp, at most 2 MiB. */
  thumbnailBase64: v.nullish(v.pipe(thumbnailBase64, v.minLength(1, 'must not be empty')), null),
  isPublic: v.optional(league.isPublic, true),
});

/** Changes of a league; what is absent stays, null empties. */
export const LeagueUpdate = v.strictObject({
  name: v.optional(leagueName),
  description: v.optional(description),
  discord: v.optional(discord),
  website: v.optional(website),
  isPublic: v.optional(league.isPublic),
});

/** A picture. It is decoded, made smaller and stored as webp. */
export const ThumbnailUpdate = v.strictObject({
  /** An image in base64: png, jpeg or webp, at most 2 MiB. */
  thumbnailBase64,
  /** What the image says to be; the server looks at its bytes. */
  contentType: v.picklist(['image/png', 'image/jpeg', 'image/webp']),
});

const webhook = WebhookChoices.entries;

/** Changes of a webhook; what is absent stays. */
export const WebhookUpdate = v.strictObject({
  /** https://discord.com/api/webhooks/, a number and a token. Who knows it can post in the channel. */
  address: v.optional(WebhookAddress),
  standings: v.optional(webhook.standings),
  results: v.optional(webhook.results),
  reminders: v.optional(webhook.reminders),
});

const season = Season.entries;
const event = SeasonEvent.entries;
const eventName = v.nullable(typedName(event.name.wrapped));

const seasonName = typedName(season.name);

/** A new season. */
export const SeasonCreate = v.strictObject({ name: seasonName });

/** Changes of a season; what is absent stays. */
export const SeasonUpdate = v.strictObject({
  id: season.id,
  name: v.optional(seasonName),
  provisional: v.optional(Provisional),
  /** How long before an event its drivers answer whether they take part, in h. */
  answerHours: v.optional(AnswerHours),
});

/** Whether the caller takes part in an event. */
export const AnswerUpdate = v.strictObject({
  /** in: they drive, or would as a reserve. */
  value: AnswerValue,
});

/** A choice about a driver in the line-up of an event. */
export const LineUpChoice = v.strictObject(LineUpChange.entries);

/** The choices of who runs a season about the line-up of an event. */
export const LineUpUpdate = v.strictObject({
  /** All of them, one for a driver and one for a seat. */
  changes: v.pipe(
    v.array(LineUpChoice),
    v.maxLength(maxRosterDrivers),
    v.check((changes) => isDistinct(changes.map(({ driverId }) => driverId)), 'must name a driver once'),
    v.check((changes) => isDistinct(changes.flatMap(({ seatId }) => seatId ?? [])), 'must name a seat once'),
  ),
});

function isDistinct(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

/** A new event. */
export const EventCreate = v.strictObject({
  track: event.track,
  name: v.optional(eventName, null),
  startsAt: v.optional(event.startsAt, null),
  pointsFactor: v.optional(event.pointsFactor.wrapped, 1),
  hasSprint: v.optional(v.nullable(event.hasSprint.wrapped), null),
});

/** Changes of an event; what is absent stays, null empties. */
export const EventUpdate = v.strictObject({
  track: v.optional(event.track),
  name: v.optional(eventName),
  startsAt: v.optional(event.startsAt),
  pointsFactor: event.pointsFactor,
  hasSprint: event.hasSprint,
  /** The live session that is its race: one that runs now; null: none. */
  liveId: v.optional(v.nullable(Uuid)),
  /** Whether recordings are attached to it by themselves. */
  takesRecordings: v.optional(v.boolean()),
  streamUrl: event.streamUrl,
  streamStartsAt: event.streamStartsAt,
});

/** The order of the events. */
export const EventOrder = v.strictObject({
  /** Every event of the season once, in the new order. */
  eventIds: v.pipe(v.array(Uuid), v.maxLength(200)),
});

/** New events, which are put at the end of the season. */
export const EventsCreate = v.strictObject({
  /** The events, in order. */
  events: v.pipe(v.array(EventCreate), v.minLength(1), v.maxLength(100)),
});

/** Sessions that are attached to an event. */
export const EventSessionsAdd = v.strictObject({
  /** The sessions. */
  sessionIds: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)),
});

/** How a session of an event scores. */
export const SessionScoring = v.strictObject({
  /** null for the default of its type. */
  scoring: v.nullable(Scoring),
});

const rules = ScoringRules.entries;
/** Changes of the scoring rules; what is absent stays. */
export const ScoringUpdate = v.strictObject({
  racePoints: v.optional(rules.racePoints),
  sprintPoints: v.optional(rules.sprintPoints),
  fastestLapBonus: v.optional(rules.fastestLapBonus),
  fastestLapWithin: v.optional(rules.fastestLapWithin),
  poleBonus: v.optional(rules.poleBonus),
  droppedResults: v.optional(rules.droppedResults),
  dropBy: rules.dropBy,
  classifiedFrom: rules.classifiedFrom,
  poleBy: rules.poleBy,
  factorOf: rules.factorOf,
  sprintBonuses: rules.sprintBonuses,
});

/** All aliases of a season. */
export const AliasesUpdate = v.strictObject({
  /** The whole list: an entry that it lacks is removed. Each name and each recorded name may occur once. */
  aliases,
});

/** All merged teams of a season. */
export const TeamAliasesUpdate = v.strictObject({
  /** The whole list: an entry that it lacks is removed. Each name and each recorded name may occur once. */
  teamAliases,
});

/** All drivers of a season. */
export const RosterUpdate = v.strictObject({
  /**
   * Those that are absent are removed. Each id and each name may occur once. The colour that is chosen for a team follows when
   * all of its seats get one new name.
   */
  roster,
});

/** All colours that are chosen for teams of a season. */
export const TeamColoursUpdate = v.strictObject({
  /**
   * Teams that are absent get their colours by themselves. Each team and each colour may occur once; a team that the season
   * does not have, has no effect.
   */
  teamColours,
});

/** The driver that the caller says to be. */
export const ClaimCreate = v.strictObject({
  /** A driver of the roster. */
  driverId: Uuid,
});

/** When users can enter a season, and how many. */
export const SignUpTerms = v.pipe(
  v.strictObject(signUpFields),
  v.check(
    ({ opensAt, closesAt }) => opensAt === null || closesAt === null || Date.parse(opensAt) < Date.parse(closesAt),
    'must close after it opens',
  ),
);

/** The sign-up of a season. */
export const SignUpUpdate = v.strictObject({
  /** When users can enter, and how many; null: they cannot. */
  signUp: v.nullable(SignUpTerms),
});

const wish = Wish.entries;

/** The seat that the caller would like. */
export const EntryCreate = v.strictObject({
  name: typedName(wish.name),
  number: v.optional(wish.number, null),
  team: v.optional(v.nullable(typedName(wish.team.wrapped)), null),
  isReserve: v.optional(wish.isReserve, false),
  note: v.optional(v.nullable(typedText(wish.note.wrapped)), null),
});

/** The new state of an entry. */
export const EntryUpdate = v.strictObject({
  /** Who manages the season accepts, declines or removes; the user withdraws it, or leaves. */
  state: v.picklist(['accepted', 'declined', 'withdrawn', 'left']),
});

const ruling = {
  ...rulingGiven,
  reason: v.pipe(
    typedText(rulingGiven.reason),
    v.check((reason) => reason !== '', 'must not be empty'),
  ),
};

/** Time added to the race time of a car. */
export const TimeRulingCreate = v.strictObject({ ...ruling, ...rulingKinds.time });

/** A car is moved by places. */
export const PlacesRulingCreate = v.strictObject({ ...ruling, ...rulingKinds.places });

/** A driver gets or loses points of the championship. */
export const PointsRulingCreate = v.strictObject({ ...ruling, ...rulingKinds.points });

/** A car is disqualified. */
export const DisqualificationCreate = v.strictObject({ ...ruling, ...rulingKinds.disqualify });

/** A disqualification by the game is cancelled. */
export const ReinstatementCreate = v.strictObject({ ...ruling, ...rulingKinds.reinstate });

/** A session does not count. */
export const SessionExclusionCreate = v.strictObject({ ...ruling, ...rulingKinds.excludeSession });

/** A ruling that is to be made. */
export const RulingCreate = v.variant('kind', [
  TimeRulingCreate,
  PlacesRulingCreate,
  PointsRulingCreate,
  DisqualificationCreate,
  ReinstatementCreate,
  SessionExclusionCreate,
]);

const state = {
  /** draft: it is prepared, and has no effect until it is put in force; absent: it is in force. */
  state: v.optional(RulingState),
};
const otherCars = {
  ...state,
  /** The other cars of the incident: each gets the same ruling. */
  otherCars: v.optional(v.pipe(v.array(CarIndex), v.maxLength(63))),
};

/** Time added to the race time of a car. */
export const TimeRulingsCreate = v.strictObject({ ...ruling, ...rulingKinds.time, ...otherCars });

/** A car is moved by places. */
export const PlacesRulingsCreate = v.strictObject({ ...ruling, ...rulingKinds.places, ...otherCars });

/** A driver gets or loses points of the championship. */
export const PointsRulingsCreate = v.strictObject({ ...ruling, ...rulingKinds.points, ...otherCars });

/** A car is disqualified. */
export const DisqualificationsCreate = v.strictObject({ ...ruling, ...rulingKinds.disqualify, ...otherCars });

/** A disqualification by the game is cancelled. */
export const ReinstatementsCreate = v.strictObject({ ...ruling, ...rulingKinds.reinstate, ...otherCars });

/** A session does not count. */
export const SessionExclusionsCreate = v.strictObject({ ...ruling, ...rulingKinds.excludeSession, ...state });

/** A ruling that is to be made on one car or more. */
export const RulingsCreate = v.variant('kind', [
  TimeRulingsCreate,
  PlacesRulingsCreate,
  PointsRulingsCreate,
  DisqualificationsCreate,
  ReinstatementsCreate,
  SessionExclusionsCreate,
]);

/** The new state of a ruling. */
export const RulingUpdate = v.strictObject({ state: RulingState });

/** Drafts of rulings that are put in force together. */
export const RulingsUpdate = v.strictObject({
  /** They get effect. */
  state: v.literal('inForce'),
  /** The ids of the drafts. */
  ids: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(500)),
});

/** A session of an event in a preview. */
export const PreviewSession = v.strictObject({
  /** The session. */
  sessionId: Uuid,
  /** How it scores; absent or null for the default of its type. */
  scoring: v.nullish(Scoring),
});

/** An event in a preview. */
export const PreviewEvent = v.strictObject({
  /** The event. */
  id: Uuid,
  pointsFactor: event.pointsFactor,
  /** Its sessions; absent: as stored. */
  sessions: v.optional(v.pipe(v.array(PreviewSession), v.maxLength(100))),
});

/** The assumptions of a preview; absent parts are as stored. */
export const StandingsPreview = v.strictObject({
  /** Changes of the scoring rules. */
  scoring: v.optional(ScoringUpdate),
  /** All aliases. */
  aliases: v.optional(aliases),
  /** All merged teams. */
  teamAliases: v.optional(teamAliases),
  /** All drivers. */
  roster: v.optional(roster),
  /** All rulings that apply. */
  rulings: v.optional(v.pipe(v.array(RulingCreate), v.maxLength(500))),
  /** All events, in order. */
  events: v.optional(v.pipe(v.array(PreviewEvent), v.maxLength(200))),
});

/** What is published with official standings. */
export const RevisionCreate = v.strictObject({
  note: v.optional(v.nullable(typedText(Revision.entries.note.wrapped)), null),
});

const {
  id,
  sessionId,
  userId,
  userName,
  weekendId,
  podium,
  isPrivate,
  hasKey,
  events,
  raceControl,
  classification,
  ...recorded
} = Session.entries;

/** A session without the fields that the server sets. */
export const SessionUpload = v.pipe(
  v.strictObject({
    ...recorded,
    /** The live session that it was; absent or null for one that was not live. */
    liveId: v.nullish(Uuid),
  }),
  v.transform((upload) => ({
    ...upload,
    gameVersion: recordedLine(upload.gameVersion),
    drivers: upload.drivers.map((driver) => ({
      ...driver,
      name: recordedLine(driver.name) ?? `Car ${driver.carIndex}`,
      team: recordedLine(driver.team),
    })),
  })),
);

/** The code that connects a recorder to an account, as people type it. */
export const RecorderPairing = v.strictObject({
  /** The code; spaces, hyphens and the case of letters do not matter. */
  code: v.pipe(
    v.string(),
    v.maxLength(40),
    v.toUpperCase(),
    v.transform((code) => code.replaceAll(/[\s-]/g, '')),
  ),
  name: typedName(Recorder.entries.name),
});

/** A token to make. */
export const ApiTokenCreate = v.strictObject({
  name: typedName(ApiToken.entries.name),
  scope: ApiToken.entries.scope,
});

/** An invitation to a league. */
export const InvitationCreate = v.strictObject({
  /** The roles that it gives. */
  roles: StaffRoles,
});

/** Which notices were read. */
export const NoticesUpdate = v.strictObject({
  /** All that were made until this time. */
  readUntil: Instant,
});

/** What a kind of notice is sent by besides the inbox. */
export const NoticeChoiceUpdate = v.strictObject({
  /** The kind. */
  kind: v.picklist(Object.keys(noticeKinds) as (keyof typeof noticeKinds)[]),
  push: NoticeChoice.entries.push,
  mail: NoticeChoice.entries.mail,
});

/** The hours of every day in which nothing is sent. */
export const QuietHoursUpdate = v.strictObject(QuietHours.entries);

/** What the caller is told by; what is absent stays. */
export const NoticeSettingsUpdate = v.strictObject({
  /** The kinds that are changed; the others stay. */
  kinds: v.optional(v.pipe(v.array(NoticeChoiceUpdate), v.maxLength(50))),
  /** The leagues of which nothing is sent. */
  mutedLeagues: v.optional(v.pipe(v.array(Uuid), v.maxLength(200))),
  /** When nothing is sent; null: at no hour. */
  quiet: v.optional(v.nullable(QuietHoursUpdate)),
  /** The time zone of the quiet hours, and of times in messages; null: UTC. */
  timeZone: v.optional(v.nullable(TimeZone)),
});

const endpoint = v.pipe(v.string(), v.maxLength(2_000), v.url('must be the address of a push service'));
/** Bytes in base64url without padding. */
const base64url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+$/, 'must be base64url'),
    v.length(Math.ceil((bytes * 4) / 3), `must be ${bytes} bytes`),
  );

/** The keys that messages to a device are encrypted with. */
export const PushKeys = v.strictObject({
  /** Its public key. */
  p256dh: base64url(65),
  /** Its secret. */
  auth: base64url(16),
});

/** A device that has subscribed to push, as its browser describes it. */
export const PushSubscribe = v.strictObject({
  /** The address at the push service of its browser. */
  endpoint,
  /** The keys that messages to it are encrypted with. */
  keys: PushKeys,
});

/** A device that push is turned off for. */
export const PushCancel = v.strictObject({
  /** The address at the push service of its browser. */
  endpoint,
});

/** The text of an invitation. */
export const InvitationAccept = v.strictObject({
  /** The token of the invitation. */
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** A section that is open to be changed. */
export const Editing = v.strictObject({
  /** The section, such as `events`. */
  section: v.pipe(v.string(), v.regex(/^[a-z]{1,40}$/, 'must be a word in lower case')),
});

/** New roles of a member of a league. */
export const RolesUpdate = v.strictObject({
  /** All roles of the member. */
  roles: StaffRoles,
});

/** The new owner of a league. */
export const HandOver = v.strictObject({
  /** An admin of the league. */
  userId: Uuid,
});

/** Who sees a session. */
export const SessionUpdate = v.strictObject({
  /** True: everybody. False: its owner, whoever runs its seasons, and whoever has the key of its live race. */
  isPublic: v.boolean(),
});

/** The new name of a driver. */
export const DriverUpdate = v.strictObject({
  /** The name. */
  name: typedName(Driver.entries.name),
});

export type LeagueCreate = v.InferOutput<typeof LeagueCreate>;
export type LeagueUpdate = v.InferOutput<typeof LeagueUpdate>;
export type WebhookUpdate = v.InferOutput<typeof WebhookUpdate>;
export type EventCreate = v.InferOutput<typeof EventCreate>;
export type EventUpdate = v.InferOutput<typeof EventUpdate>;
export type RosterUpdate = v.InferOutput<typeof RosterUpdate>;
export type ScoringUpdate = v.InferOutput<typeof ScoringUpdate>;
export type StandingsPreview = v.InferOutput<typeof StandingsPreview>;
export type SessionUpload = v.InferOutput<typeof SessionUpload>;
export type RulingCreate = v.InferOutput<typeof RulingCreate>;
export type SeasonUpdate = v.InferOutput<typeof SeasonUpdate>;
export type RulingsCreate = v.InferOutput<typeof RulingsCreate>;
