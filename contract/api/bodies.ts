import * as v from 'valibot';
import { TokenScope } from '../entities/api-token.ts';
import { League } from '../entities/league.ts';
import { maxRosterDrivers, RosterDriver, SeatChange } from '../entities/roster.ts';
import { Alias, normalizeName, PointsFactor, rulingGiven, rulingKinds, ScoringRules } from '../entities/scoring.ts';
import { Revision, Season, SeasonEvent } from '../entities/season.ts';
import { Driver, Session } from '../entities/session.ts';
import { WebhookAddress } from '../entities/webhook.ts';
import { Scoring, TrackNumber } from '../enumerations.ts';
import { CarIndex, line, Uuid } from '../values.ts';

/**
 * The bodies of requests. They refuse unknown fields, so that a misspelt field is an error and not ignored. In updates an
 * absent field keeps its value, and null empties it.
 */

const bidirectionalControl = /[\u202a-\u202e\u2066-\u2069]/;
/** Nothing of these is seen: format characters, blanks. */
const invisible = /^[\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

/** A name that a person types: something is seen of it, and it does not turn the text around it. */
const visibleName = v.check<string, string>(
  (name) => !(invisible.test(name) || bidirectionalControl.test(name)),
  'must be readable',
);

const league = League.entries;

/** Base64 of about 2 MiB; the server checks the exact limit on the decoded bytes. */
const thumbnailBase64 = v.pipe(v.string(), v.maxLength(3_000_000), v.regex(/^[A-Za-z\d+/]*={0,2}$/, 'must be base64'));

export const LeagueCreate = v.strictObject({
  name: v.pipe(league.name, visibleName),
  description: v.optional(league.description, null),
  discord: v.optional(league.discord, null),
  website: v.optional(league.website, null),
  thumbnailBase64: v.nullish(v.pipe(thumbnailBase64, v.minLength(1, 'must not be empty')), null),
  isPublic: v.optional(league.isPublic, true),
});

export const LeagueUpdate = v.strictObject({
  name: v.optional(v.pipe(league.name, visibleName)),
  description: v.optional(league.description),
  discord: v.optional(league.discord),
  website: v.optional(league.website),
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
const eventName = v.nullable(v.pipe(event.name.wrapped, visibleName));

const seasonName = v.pipe(season.name, visibleName);
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
  /** null: not said. */
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
});

/** Each shown name and each recorded name may occur once: a recorded name belongs to one driver. */
const aliases = v.pipe(
  v.array(v.strictObject(Alias.entries)),
  v.maxLength(500),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const shown = new Set<string>();
    const recorded = new Set<string>();
    for (const [index, { name, recordedNames }] of dataset.value.entries()) {
      if (isRepeated(shown, name))
        addIssue({ message: 'each driver must occur once', path: pathTo(dataset.value, index) });
      if (recordedNames.some((one) => isRepeated(recorded, one)))
        addIssue({ message: 'a recorded name must belong to one driver', path: pathTo(dataset.value, index) });
    }
  }),
);

function isRepeated(names: Set<string>, name: string): boolean {
  const key = normalizeName(name);
  if (names.has(key)) return true;
  names.add(key);
  return false;
}

function pathTo(input: unknown[], key: number): [v.ArrayPathItem] {
  return [{ type: 'array', origin: 'value', input, key, value: input[key] }];
}

/** All aliases of the season; those that are absent are removed. */
export const AliasesUpdate = v.strictObject({ aliases });

/** Every id and every name occurs once; in the seats of a driver, every event. */
const roster = v.pipe(
  v.array(
    v.strictObject({
      ...RosterDriver.entries,
      name: v.pipe(RosterDriver.entries.name, visibleName),
      changes: v.optional(v.pipe(v.array(v.strictObject(SeatChange.entries)), v.maxLength(20)), []),
    }),
  ),
  v.maxLength(maxRosterDrivers),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const [ids, names] = [new Set<string>(), new Set<string>()];
    for (const [index, { id, name, changes }] of dataset.value.entries()) {
      const path = pathTo(dataset.value, index);
      if (isRepeated(ids, id)) addIssue({ message: 'must have an id of its own', path });
      if (isRepeated(names, name)) addIssue({ message: 'must have a name of their own', path });
      if (new Set(changes.map(({ eventId }) => eventId)).size < changes.length)
        addIssue({ message: 'must have one seat at each event', path });
    }
  }),
);

/** All drivers of the season; those that are absent are removed. */
export const RosterUpdate = v.strictObject({ roster });

/** The driver that the caller says to be. */
export const ClaimCreate = v.strictObject({ driverId: Uuid });

/** A ruling that is to be made. */
export const RulingCreate = v.variant('kind', [
  v.strictObject({ ...rulingGiven, ...rulingKinds.time }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.places }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.points }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.disqualify }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.reinstate }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.excludeSession }),
]);

/** The other cars of one incident: each gets the same ruling. */
const otherCars = { otherCars: v.optional(v.pipe(v.array(CarIndex), v.maxLength(63))) };

/** A ruling that is to be made on one car or more. */
export const RulingsCreate = v.variant('kind', [
  v.strictObject({ ...rulingGiven, ...rulingKinds.time, ...otherCars }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.places, ...otherCars }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.points, ...otherCars }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.disqualify, ...otherCars }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.reinstate, ...otherCars }),
  v.strictObject({ ...rulingGiven, ...rulingKinds.excludeSession }),
]);

/** The assumptions of a preview; absent parts are as stored. */
export const StandingsPreview = v.strictObject({
  scoring: v.optional(ScoringUpdate),
  aliases: v.optional(aliases),
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

export const RevisionCreate = v.strictObject({ note: v.optional(Revision.entries.note, null) });

const { id, sessionId, userId, userName, weekendId, podium, events, ...recorded } = Session.entries;

/** A session without the fields that the server sets. */
export const SessionUpload = v.strictObject({ ...recorded, liveId: v.nullish(Uuid) });

/** The code that connects a recorder to an account, as people type it: with spaces and in lower case. */
export const RecorderPairing = v.strictObject({
  code: v.pipe(
    v.string(),
    v.maxLength(40),
    v.toUpperCase(),
    v.transform((code) => code.replaceAll(/[\s-]/g, '')),
  ),
  name: v.pipe(line(60), visibleName),
});

/** A token for a program, by a name that its owner knows it by. */
export const ApiTokenCreate = v.strictObject({ name: v.pipe(line(60), visibleName), scope: TokenScope });

export const DriverUpdate = v.strictObject({ name: v.pipe(Driver.entries.name, visibleName) });

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
