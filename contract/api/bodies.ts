import * as v from 'valibot';
import { TokenScope } from '../entities/api-token.ts';
import { League } from '../entities/league.ts';
import { rulingGiven, rulingKinds } from '../entities/ruling.ts';
import { PointsFactor, ScoringRules } from '../entities/scoring.ts';
import { Revision, Season, SeasonEvent } from '../entities/season.ts';
import { Driver, Session } from '../entities/session.ts';
import { WebhookAddress } from '../entities/webhook.ts';
import { Scoring, TrackNumber } from '../enumerations.ts';
import { CarIndex } from '../values/recorded-values.ts';
import { longestProgramName } from '../values/text-limits.ts';
import { line } from '../values/text-values.ts';
import { Uuid } from '../values/values.ts';
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

export const LeagueCreate = v.strictObject({
  name: leagueName,
  description: v.optional(description, null),
  discord: v.optional(discord, null),
  website: v.optional(website, null),
  thumbnailBase64: v.nullish(v.pipe(thumbnailBase64, v.minLength(1, 'must not be empty')), null),
  isPublic: v.optional(league.isPublic, true),
});

export const LeagueUpdate = v.strictObject({
  name: v.optional(leagueName),
  description: v.optional(description),
  discord: v.optional(discord),
  website: v.optional(website),
  isPublic: v.optional(league.isPublic),
});

export const ThumbnailUpdate = v.strictObject({
  thumbnailBase64,
  contentType: v.picklist(['image/png', 'image/jpeg', 'image/webp']),
});

/** The webhook of a league: its address, and what is sent by it. */
export const WebhookUpdate = v.strictObject({
  address: v.optional(WebhookAddress),
  standings: v.optional(v.boolean()),
  results: v.optional(v.boolean()),
  reminders: v.optional(v.boolean()),
});

const season = Season.entries;
const event = SeasonEvent.entries;
const eventName = v.nullable(typedName(event.name.wrapped));

const seasonName = typedName(season.name);
export const SeasonCreate = v.strictObject({ name: seasonName });
export const SeasonUpdate = v.strictObject({ id: season.id, name: seasonName });

export const EventCreate = v.strictObject({
  track: TrackNumber,
  name: v.optional(eventName, null),
  startsAt: v.optional(event.startsAt, null),
  pointsFactor: v.optional(PointsFactor, 1),
  hasSprint: v.optional(v.nullable(v.boolean()), null),
});
export const EventUpdate = v.strictObject({
  track: v.optional(TrackNumber),
  name: v.optional(eventName),
  startsAt: v.optional(event.startsAt),
  pointsFactor: v.optional(PointsFactor),
  /** null: not decided. */
  hasSprint: v.optional(v.nullable(v.boolean())),
  /** The live session that is the race of the event: one that runs now; null: none. */
  liveId: v.optional(v.nullable(Uuid)),
  takesRecordings: v.optional(v.boolean()),
});
/** Every event of the season, in its new order. */
export const EventOrder = v.strictObject({ eventIds: v.pipe(v.array(Uuid), v.maxLength(200)) });
export const EventsCreate = v.strictObject({ events: v.pipe(v.array(EventCreate), v.minLength(1), v.maxLength(100)) });
export const EventSessionsAdd = v.strictObject({
  sessionIds: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)),
});

/** How a session scores; null for the default of its type. */
export const SessionScoring = v.strictObject({ scoring: v.nullable(Scoring) });

const rules = ScoringRules.entries;
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

/** All aliases of the season; those that are absent are removed. */
export const AliasesUpdate = v.strictObject({ aliases });

/** All merged teams of the season; those that are absent are teams of their own again. */
export const TeamAliasesUpdate = v.strictObject({ teamAliases });

/** All drivers of the season; those that are absent are removed. */
export const RosterUpdate = v.strictObject({ roster });

/** All teams of the season with a chosen colour; those that are absent get theirs by themselves. */
export const TeamColoursUpdate = v.strictObject({ teamColours });

/** The driver that the caller says to be. */
export const ClaimCreate = v.strictObject({ driverId: Uuid });

const ruling = {
  ...rulingGiven,
  reason: v.pipe(
    typedText(rulingGiven.reason),
    v.check((reason) => reason !== '', 'must not be empty'),
  ),
};

/** A ruling that is to be made. */
export const RulingCreate = v.variant('kind', [
  v.strictObject({ ...ruling, ...rulingKinds.time }),
  v.strictObject({ ...ruling, ...rulingKinds.places }),
  v.strictObject({ ...ruling, ...rulingKinds.points }),
  v.strictObject({ ...ruling, ...rulingKinds.disqualify }),
  v.strictObject({ ...ruling, ...rulingKinds.reinstate }),
  v.strictObject({ ...ruling, ...rulingKinds.excludeSession }),
]);

/** The other cars of one incident: each gets the same ruling. */
const otherCars = { otherCars: v.optional(v.pipe(v.array(CarIndex), v.maxLength(63))) };

/** A ruling that is to be made on one car or more. */
export const RulingsCreate = v.variant('kind', [
  v.strictObject({ ...ruling, ...rulingKinds.time, ...otherCars }),
  v.strictObject({ ...ruling, ...rulingKinds.places, ...otherCars }),
  v.strictObject({ ...ruling, ...rulingKinds.points, ...otherCars }),
  v.strictObject({ ...ruling, ...rulingKinds.disqualify, ...otherCars }),
  v.strictObject({ ...ruling, ...rulingKinds.reinstate, ...otherCars }),
  v.strictObject({ ...ruling, ...rulingKinds.excludeSession }),
]);

/** The assumptions of a preview; absent parts are as stored. */
export const StandingsPreview = v.strictObject({
  scoring: v.optional(ScoringUpdate),
  aliases: v.optional(aliases),
  teamAliases: v.optional(teamAliases),
  roster: v.optional(roster),
  /** All rulings that apply. */
  rulings: v.optional(v.pipe(v.array(RulingCreate), v.maxLength(500))),
  /** All events, in order. */
  events: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          id: Uuid,
          pointsFactor: v.optional(PointsFactor),
          sessions: v.optional(
            v.pipe(v.array(v.strictObject({ sessionId: Uuid, scoring: v.nullish(Scoring) })), v.maxLength(100)),
          ),
        }),
      ),
      v.maxLength(200),
    ),
  ),
});

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
  v.strictObject({ ...recorded, liveId: v.nullish(Uuid) }),
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

/** The code that connects a recorder to an account, as people type it: with spaces and in lower case. */
export const RecorderPairing = v.strictObject({
  code: v.pipe(
    v.string(),
    v.maxLength(40),
    v.toUpperCase(),
    v.transform((code) => code.replaceAll(/[\s-]/g, '')),
  ),
  name: typedName(line(longestProgramName)),
});

/** A token for a program, by a name that its owner knows it by. */
export const ApiTokenCreate = v.strictObject({ name: typedName(line(longestProgramName)), scope: TokenScope });

/** Whether everybody may see a session. */
export const SessionUpdate = v.strictObject({ isPublic: v.boolean() });

export const DriverUpdate = v.strictObject({ name: typedName(Driver.entries.name) });

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
export type RulingsCreate = v.InferOutput<typeof RulingsCreate>;
