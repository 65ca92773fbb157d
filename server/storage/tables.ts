// All tables of race data in one file, because they refer to each other.
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TokenScope } from '#contract/entities/api-token';
import type { SignUp, Wish } from '#contract/entities/entry';
import type { AnswerValue, LineUpChange } from '#contract/entities/line-up';
import type { NoticeChannel, NoticeKind } from '#contract/entities/notice';
import type { QuietHours } from '#contract/entities/notice-settings';
import type { RaceControlEntry } from '#contract/entities/race-control';
import type { RosterDriver } from '#contract/entities/roster';
import type { Ruling } from '#contract/entities/ruling';
import type { Alias, ScoringRules } from '#contract/entities/scoring';
import type { Provisional, Standings } from '#contract/entities/season';
import type { PodiumPlace } from '#contract/entities/session';
import type { GivenColour } from '#contract/entities/team-colour';
import type { DeliveryChannel, DeliveryKind, DeliveryState } from '#contract/entities/webhook';
import type { Scoring } from '#contract/enumerations';
import type { StoredTeamColour } from '#contract/race/team-colours-after-renames';
import type { StaffRole } from '#contract/rights';
import { belongsTo, bytes, instant } from './column-types.ts';
import { nameLikeness } from './name-likeness.ts';

/**
 * When its owner has deleted a league, season, event or session; null: it is stored. Deleted ones can be restored until they
 * have expired: until then every read leaves them out, with what belongs to them.
 */
const deletedAt = instant('deleted_at');
const isStored = (table: { readonly deletedAt: AnyPgColumn }) => sql`${table.deletedAt} is null`;
const isDeleted = (table: { readonly deletedAt: AnyPgColumn }) => sql`${table.deletedAt} is not null`;

/** A number of the game up to 2^32-1: too large for PostgreSQL's integer, exact in a double. */
const unsigned = (name: string) => doublePrecision(name);

/** What a user has chosen to be told by; a kind that is not in it is as `noticeKinds` says. */
export interface StoredNoticeSettings {
  readonly kinds: Partial<Record<NoticeKind, readonly NoticeChannel[]>>;
  readonly mutedLeagues: readonly string[];
  readonly quiet: QuietHours | null;
  readonly timeZone: string | null;
}

/** Public profiles of users, copied from their sign-in. */
export const profiles = pgTable(
  'profiles',
  {
    id: uuid().primaryKey(),
    username: text(),
    avatarUrl: text('avatar_url'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('profiles_username').on(sql`lower(${table.username})`),
    index('profiles_alike').on(nameLikeness(table.username)),
  ],
);

/** Avatars as webp. The id is part of the image's address. */
export const avatars = pgTable('avatars', {
  userId: uuid('user_id').primaryKey(),
  id: uuid().notNull(),
  image: bytes().notNull(),
});

/** Recently deleted accounts. Tokens issued before the deletion are refused. */
export const deletedUsers = pgTable('deleted_users', {
  userId: uuid('user_id').primaryKey(),
  deletedAt: instant('deleted_at').notNull(),
});

/** Users whom an operator has blocked: no token of theirs is valid. */
export const blockedUsers = pgTable('blocked_users', {
  userId: uuid('user_id').primaryKey(),
  blockedAt: instant('blocked_at').notNull(),
});

/** Sessions: the summary as columns, the detail as compressed bytes. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    version: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    internalSessionId: text('internal_session_id').notNull(),
    trackId: smallint('track_id').notNull(),
    sessionType: smallint('session_type').notNull(),
    numberOfLaps: smallint('number_of_laps'),
    sessionStartTime: instant('session_start_time').notNull(),
    sessionEndTime: instant('session_end_time'),
    gameVersion: text('game_version'),
    isMultiplayer: boolean('is_multiplayer').notNull(),
    seasonLinkIdentifier: unsigned('season_link_identifier'),
    weekendLinkIdentifier: unsigned('weekend_link_identifier'),
    sessionLinkIdentifier: unsigned('session_link_identifier'),
    startTrackTemp: smallint('start_track_temp'),
    startAirTemp: smallint('start_air_temp'),
    startWeather: smallint('start_weather'),
    sessionStatus: smallint('session_status').notNull(),
    podium: jsonb().$type<PodiumPlace[]>().notNull(),
    driverLaps: integer('driver_laps').notNull(),
    /** A live session that ended has stored it, or its recorder; otherwise an upload. */
    isRecorded: boolean('is_recorded').notNull().default(false),
    /** Digest of the upload, to recognise the same one; null for sessions that older servers have stored. */
    digest: text(),
    /** Events noted while it was live, for all of its versions; null when it never was. */
    raceControl: jsonb('race_control').$type<readonly RaceControlEntry[]>(),
    /** All fields of an upload that are not in the summary, as gzipped JSON. */
    detail: bytes().notNull(),
    /**
     * The owner's choice; null: it follows from the race and the seasons that hold it. `leftSeason` too, and it is
     * private where no season holds it, as it was with its last one. `stillPublic`: it was public before sessions could
     * be private, and its owner has not decided yet.
     */
    visibility: text().$type<'public' | 'private' | 'leftSeason' | 'stillPublic'>(),
    /** SHA-256 of the viewers' key of the live race that it was; null where that was public. */
    keyHash: text('key_hash'),
    deletedAt,
  },
  (table) => [
    index('sessions_not_public')
      .on(table.userId)
      .where(sql`${table.keyHash} is not null or ${table.visibility} is not null`),
    // The game gives an id again where a session begins again. A deleted one can be uploaded again.
    uniqueIndex('sessions_stored')
      .on(table.userId, table.internalSessionId, table.sessionStartTime)
      .where(isStored(table)),
    // Read backwards for the newest first: an index that drizzle makes in descending order puts nulls last, and ORDER BY
    // puts them first, so PostgreSQL does not use it even where there are no nulls.
    index('sessions_newest').on(table.sessionStartTime, table.id),
    index('sessions_of_user').on(table.userId, table.sessionStartTime, table.id),
    index('sessions_of_weekend').on(table.userId, table.weekendLinkIdentifier),
    index('sessions_of_track').on(table.trackId, table.sessionStartTime),
    index('sessions_deleted').on(table.deletedAt).where(isDeleted(table)),
  ],
);

/** One row per driver of a session, for standings, search and lists. */
export const sessionDrivers = pgTable(
  'session_drivers',
  {
    sessionId: belongsTo('session_id', () => sessions.id),
    carIndex: smallint('car_index').notNull(),
    name: text().notNull(),
    /** The name in the upload, when the owner of the session has renamed the driver. */
    recordedName: text('recorded_name'),
    team: text(),
    /** Null also where an older server has stored the session. */
    carNumber: smallint('car_number'),
    startingPosition: smallint('starting_position'),
    finishingPosition: smallint('finishing_position'),
    resultStatus: smallint('result_status').notNull(),
    bestLapTimeMs: integer('best_lap_time_ms'),
    totalRaceTime: integer('total_race_time'),
    totalPenaltiesSeconds: integer('total_penalties_seconds'),
    numberOfLaps: smallint('number_of_laps'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.carIndex] }),
    index('session_drivers_name').on(sql`lower(${table.name})`),
  ],
);

/** The columns of a session that belong to a version of it. A column that is added later is absent in older rows. */
export type VersionColumns = Omit<
  typeof sessions.$inferSelect,
  'id' | 'userId' | 'version' | 'createdAt' | 'raceControl' | 'detail' | 'visibility' | 'keyHash' | 'deletedAt'
>;

/** Versions of sessions that were replaced, or that a recorder sent and that are not used. */
export const sessionVersions = pgTable(
  'session_versions',
  {
    id: uuid().primaryKey(),
    sessionId: belongsTo('session_id', () => sessions.id),
    reason: text().$type<'replaced' | 'unused'>().notNull(),
    storedAt: instant('stored_at').notNull(),
    columns: jsonb().$type<VersionColumns>().notNull(),
    /** The rows of its drivers. */
    drivers: jsonb().$type<readonly Omit<typeof sessionDrivers.$inferSelect, 'sessionId'>[]>().notNull(),
    detail: bytes().notNull(),
  },
  (table) => [
    index('session_versions_of_session').on(table.sessionId, table.storedAt),
    index('session_versions_age').on(table.storedAt),
  ],
);

/** Leagues. */
export const leagues = pgTable(
  'leagues',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    version: integer().notNull(),
    name: text().notNull(),
    description: text(),
    discord: text(),
    website: text(),
    isPublic: boolean('is_public').notNull(),
    thumbnailId: uuid('thumbnail_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt,
  },
  (table) => [
    index('leagues_newest').on(table.createdAt, table.id),
    index('leagues_of_owner').on(table.ownerId, table.createdAt, table.id),
    index('leagues_deleted').on(table.deletedAt).where(isDeleted(table)),
  ],
);

/** Thumbnails of leagues, as webp. */
export const leagueThumbnails = pgTable('league_thumbnails', {
  id: uuid().primaryKey(),
  leagueId: uuid('league_id')
    .notNull()
    .unique()
    .references(() => leagues.id, { onDelete: 'cascade' }),
  image: bytes().notNull(),
});

/** Seasons. When `rules` is null, the default rules apply. */
export const seasons = pgTable(
  'seasons',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    version: integer().notNull(),
    name: text().notNull(),
    rules: jsonb().$type<ScoringRules>(),
    aliases: jsonb().$type<Alias[]>(),
    roster: jsonb().$type<RosterDriver[]>(),
    teamColours: jsonb('team_colours').$type<StoredTeamColour[]>(),
    givenColours: jsonb('given_colours').$type<GivenColour[]>(),
    teamAliases: jsonb('team_aliases').$type<Alias[]>(),
    /** When readers see new results; null: at once. */
    provisional: text().$type<Provisional>(),
    /** Null: the usual time. */
    answerHours: smallint('answer_hours'),
    /** When users can enter it; null: they cannot. */
    signUp: jsonb('sign_up').$type<SignUp>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt,
  },
  (table) => [
    index('seasons_newest').on(table.createdAt, table.id),
    index('seasons_of_owner').on(table.ownerId, table.createdAt, table.id),
    index('seasons_deleted').on(table.deletedAt).where(isDeleted(table)),
  ],
);

/**
 * Users who say to be a driver of a season, or would like to become one: one row each. They are it once who manages the season
 * has confirmed it.
 */
export const rosterClaims = pgTable(
  'roster_claims',
  {
    id: uuid().primaryKey(),
    seasonId: belongsTo('season_id', () => seasons.id),
    /** The driver's id in the roster of the season; null for an entry that is not accepted. */
    driverId: uuid('driver_id'),
    userId: uuid('user_id').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** The seat that they would like; null for who says to be a driver that the roster has. */
    wish: jsonb().$type<Wish>(),
    /** How an entry has ended; null: it waits, or it was confirmed. */
    ended: text().$type<'declined' | 'withdrawn' | 'left'>(),
  },
  (table) => [
    uniqueIndex('roster_claims_of_season').on(table.seasonId, table.userId),
    index('roster_claims_of_user').on(table.userId),
    // Two owners' requests at once cannot give one driver two accounts.
    uniqueIndex('roster_claims_confirmed')
      .on(table.seasonId, table.driverId)
      .where(sql`${table.confirmedAt} is not null`),
  ],
);

/** The seasons of a league, in the order they were added. */
export const leagueSeasons = pgTable(
  'league_seasons',
  {
    leagueId: belongsTo('league_id', () => leagues.id),
    seasonId: belongsTo('season_id', () => seasons.id),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.leagueId, table.seasonId] }),
    index('league_seasons_of_season').on(table.seasonId),
  ],
);

const staffRoles = () => text().array().$type<StaffRole[]>().notNull();

/** The members of leagues. The owner is none of them. */
export const members = pgTable(
  'members',
  {
    leagueId: belongsTo('league_id', () => leagues.id),
    userId: uuid('user_id').notNull(),
    roles: staffRoles(),
    joinedAt: instant('joined_at').notNull(),
    /** Who has invited them, or changed their roles last; not the id of an account that was deleted. */
    by: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.leagueId, table.userId] }),
    index('members_of_user').on(table.userId, table.leagueId),
  ],
);

/** Links by which users become members of a league, each stored as SHA-256. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    leagueId: belongsTo('league_id', () => leagues.id),
    tokenHash: text('token_hash').notNull(),
    roles: staffRoles(),
    madeBy: uuid('made_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** How many users can still accept it. */
    left: smallint().notNull(),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    index('invitations_of_league').on(table.leagueId),
    index('invitations_age').on(table.expiresAt),
  ],
);

/** Who has which section of a league or season open to change it. */
export const sectionEditors = pgTable(
  'section_editors',
  {
    /** The league or season. */
    entityId: uuid('entity_id').notNull(),
    userId: uuid('user_id').notNull(),
    section: text().notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entityId, table.userId] }),
    index('section_editors_of_user').on(table.userId),
    index('section_editors_age').on(table.seenAt),
  ],
);

/** The changes that the owners and members of leagues have made. */
export const leagueLog = pgTable(
  'league_log',
  {
    id: uuid().primaryKey(),
    leagueId: belongsTo('league_id', () => leagues.id),
    /** Null for a change of the league itself. */
    seasonId: uuid('season_id'),
    at: instant('at').notNull(),
    /** Null once the account is deleted. */
    authorId: uuid('author_id'),
    /** The name of the call. */
    action: text().notNull(),
    /** The name of the member whom it is about, at that time. */
    subject: text(),
  },
  (table) => [
    index('league_log_of_league').on(table.leagueId, table.at, table.id),
    index('league_log_age').on(table.at),
  ],
);

/** Events of a season, by `ordinal`. */
export const events = pgTable(
  'events',
  {
    id: uuid().primaryKey(),
    seasonId: belongsTo('season_id', () => seasons.id),
    ordinal: integer().notNull(),
    track: smallint().notNull(),
    name: text(),
    startsAt: instant('starts_at'),
    pointsFactor: doublePrecision('points_factor').notNull().default(1),
    /** Null while the owner has not decided it. */
    hasSprint: boolean('has_sprint'),
    takesRecordings: boolean('takes_recordings').notNull().default(false),
    streamUrl: text('stream_url'),
    streamStartsAt: instant('stream_starts_at'),
    /**
     * The live session that is the race of this event; its stored session is attached when it ends. It exists, so that
     * only its recorder can register its id.
     */
    liveId: uuid('live_id').references((): AnyPgColumn => liveSessions.id, { onDelete: 'set null' }),
    /** The choices about its line-up; null for none. */
    lineUpChanges: jsonb('line_up_changes').$type<LineUpChange[]>(),
    /** Counts the changes of its line-up, answers included. */
    lineUpVersion: integer('line_up_version').notNull().default(1),
    deletedAt,
  },
  (table) => [
    index('events_of_season').on(table.seasonId, table.ordinal),
    index('events_of_live').on(table.liveId),
    index('events_deleted').on(table.deletedAt).where(isDeleted(table)),
  ],
);

/** Whether users take part in events, as drivers of the season. */
export const eventAnswers = pgTable(
  'event_answers',
  {
    eventId: belongsTo('event_id', () => events.id),
    userId: uuid('user_id').notNull(),
    value: text().$type<AnswerValue>().notNull(),
    answeredAt: instant('answered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.userId] }), index('event_answers_of_user').on(table.userId)],
);

/** Sessions of an event. When `scoring` is null, the default for the session type applies. */
export const eventSessions = pgTable(
  'event_sessions',
  {
    eventId: belongsTo('event_id', () => events.id),
    sessionId: belongsTo('session_id', () => sessions.id),
    scoring: text().$type<Scoring>(),
    /** The owner of the session recorded it for the league, and has left since: it goes on to count. */
    isKept: boolean('is_kept').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.sessionId] }),
    index('event_sessions_of_session').on(table.sessionId),
  ],
);

const ofRuling = () => ({
  id: uuid().primaryKey(),
  seasonId: belongsTo('season_id', () => seasons.id),
  sessionId: belongsTo('session_id', () => sessions.id),
  kind: text().$type<Ruling['kind']>().notNull(),
  carIndex: smallint('car_index'),
  amount: doublePrecision(),
  licencePoints: smallint('licence_points'),
  /** The username of the author at that time. */
  author: text(),
  reason: text().notNull(),
  /** The moment of the session, in ms since its start. */
  at: integer(),
  madeAt: instant('made_at').notNull(),
});

/** Decisions of stewards. They are applied to the stored results when standings are computed. */
export const rulings = pgTable('rulings', { ...ofRuling(), withdrawnAt: instant('withdrawn_at') }, (table) => [
  index('rulings_of_season').on(table.seasonId),
]);

/** Rulings that stewards prepare. A table of their own: no query of what is in force can read one. */
export const draftRulings = pgTable('draft_rulings', ofRuling(), (table) => [
  index('draft_rulings_of_season').on(table.seasonId),
]);

/** Standings of a season that were made official, as they were published. */
export const seasonRevisions = pgTable(
  'season_revisions',
  {
    seasonId: belongsTo('season_id', () => seasons.id),
    number: integer().notNull(),
    note: text(),
    author: text(),
    publishedAt: instant('published_at').notNull(),
    standings: jsonb().$type<Standings>().notNull(),
    /** Digest of the results, to find out whether they have changed since; see domain/digest-standings.ts. */
    digest: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seasonId, table.number] })],
);

/**
 * Sessions that were deleted while they were attached to an event, until another one is attached there. They do not count
 * once standings were made official after the deletion.
 */
export const deletedEventSessions = pgTable(
  'deleted_event_sessions',
  {
    eventId: belongsTo('event_id', () => events.id),
    sessionId: uuid('session_id').notNull(),
    sessionType: smallint('session_type').notNull(),
    trackId: smallint('track_id').notNull(),
    sessionStartTime: instant('session_start_time').notNull(),
    /** How it scored there: for the case that it is brought back. */
    scoring: text().$type<Scoring>(),
    deletedAt: instant('deleted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.sessionId] }),
    index('deleted_event_sessions_of_session').on(table.sessionId),
  ],
);

/** Copies of what users have deleted. Of an earlier release: not read, and to be dropped by the next. */
export const deletions = pgTable(
  'deletions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: text().notNull(),
    entityId: uuid('entity_id').notNull(),
    /** The season of an event. */
    seasonId: uuid('season_id'),
    name: text().notNull(),
    deletedAt: instant('deleted_at').notNull(),
    /** The size of its stored rows, in bytes. */
    size: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    index('deletions_of_user').on(table.userId, table.deletedAt),
    index('deletions_age').on(table.deletedAt),
    index('deletions_of_entity').on(table.entityId),
  ],
);

/** A table of an earlier release. Nothing reads it; the next release drops it. */
export const deletedRows = pgTable(
  'deleted_rows',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    deletionId: belongsTo('deletion_id', () => deletions.id),
    tableName: text('table_name').notNull(),
    /** All columns but the large ones, as PostgreSQL writes them. */
    columns: jsonb().notNull(),
    largeBytes: bytes('large_bytes'),
    largeJson: jsonb('large_json'),
  },
  (table) => [index('deleted_rows_of_deletion').on(table.deletionId, table.tableName)],
);

/** The Discord webhook of a league. Its token is needed to send, so it is stored as it is. */
export const leagueWebhooks = pgTable('league_webhooks', {
  leagueId: uuid('league_id')
    .primaryKey()
    .references(() => leagues.id, { onDelete: 'cascade' }),
  webhookId: text('webhook_id').notNull(),
  token: text().notNull(),
  standings: boolean().notNull(),
  results: boolean().notNull(),
  reminders: boolean().notNull(),
  /** When Discord said that it does not exist any more. */
  goneAt: instant('gone_at'),
});

/**
 * Messages to the chats of leagues, and of notices to users: their devices and addresses. A server claims one by a lease before it sends it; one whose lease has ended may have
 * been sent, and is not sent again by itself.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    channel: text().$type<DeliveryChannel>().notNull().default('discord'),
    /** The league whose chat it is for; null for a notice. */
    leagueId: uuid('league_id').references(() => leagues.id, { onDelete: 'cascade' }),
    noticeId: uuid('notice_id').references(() => notices.id, { onDelete: 'cascade' }),
    /** The device that a push is for. */
    subscriptionId: uuid('subscription_id').references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** The event of a reminder. */
    eventId: uuid('event_id').references(() => events.id, { onDelete: 'cascade' }),
    kind: text().$type<DeliveryKind | NoticeKind>().notNull(),
    /** The subject of the message: a league announces it once. */
    subject: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** The path of the page that it links to; null for one that readers cannot see. */
    path: text(),
    state: text().$type<DeliveryState>().notNull(),
    attempts: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** No attempt is made after this. */
    expiresAt: instant('expires_at').notNull(),
    holder: uuid(),
    leaseUntil: instant('lease_until'),
    settledAt: instant('settled_at'),
    reason: text(),
  },
  (table) => [
    uniqueIndex('deliveries_subject').on(table.leagueId, table.subject),
    uniqueIndex('deliveries_of_notice').on(table.noticeId, table.subscriptionId),
    uniqueIndex('deliveries_mailed').on(table.noticeId).where(sql`${table.channel} = 'mail'`),
    index('deliveries_of_subscription').on(table.subscriptionId),
    index('deliveries_of_event').on(table.eventId),
    index('deliveries_age').on(table.settledAt),
    index('deliveries_open').on(table.nextAttemptAt).where(sql`${table.state} in ('waiting', 'sending')`),
  ],
);

/** What users are told. A row is a notice in the inbox of its user. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    /** A user is told of a subject once. */
    subject: text().notNull(),
    seasonId: belongsTo('season_id', () => seasons.id),
    eventId: uuid('event_id').references(() => events.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    /** How many things are gathered in it. */
    count: integer().notNull(),
    /** The time that it names. */
    dueAt: instant('due_at'),
    at: instant('at').notNull(),
    readAt: instant('read_at'),
    /** It is in no message after this. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('notices_subject').on(table.userId, table.subject),
    index('notices_of_user').on(table.userId, table.at, table.id),
    index('notices_of_season').on(table.seasonId),
    index('notices_of_event').on(table.eventId),
    index('notices_age').on(table.at),
  ],
);

/** What users are told by; those without a row have chosen nothing. */
export const noticeSettings = pgTable('notice_settings', {
  userId: uuid('user_id').primaryKey(),
  settings: jsonb().$type<StoredNoticeSettings>().notNull(),
});

/** The devices that users are told by. The keys are those of the device: what is sent to it is encrypted with them. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('push_subscriptions_of_user').on(table.userId)],
);

const outlineColumns = {
  length: integer().notNull(),
  points: jsonb().$type<[number, number][]>().notNull(),
  /** In m: smaller is better. */
  error: doublePrecision().notNull(),
  liveId: uuid('live_id'),
  learnedAt: instant('learned_at').notNull(),
};

/** Not used since the tracks are shipped, as the table after it: dropped by the next release. */
export const trackOutlines = pgTable('track_outlines', {
  trackId: smallint('track_id').primaryKey(),
  ...outlineColumns,
  // An earlier release's column: not read, and dropped by the next release.
  users: jsonb().$type<readonly string[]>().notNull().default([]),
  sessions: jsonb().$type<readonly string[]>().notNull().default([]),
  candidate: jsonb().$type<object>(),
});

export const userOutlines = pgTable(
  'user_outlines',
  { trackId: smallint('track_id').notNull(), userId: uuid('user_id').notNull(), ...outlineColumns },
  (table) => [primaryKey({ columns: [table.trackId, table.userId] })],
);

/** Work that one server may do at a time, with its holder and the end of its lease. */
export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  until: instant('held_until').notNull(),
});

/** Responses of POST requests with an Idempotency-Key, for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text().notNull(),
    request: text().notNull(),
    /** The response with the version of its row, as JSON text or compressed; null until the first request has finished. */
    answer: jsonb().$type<
      { version: number | null; sessionId?: string } & ({ text: string; gzip?: never } | { text?: never; gzip: string })
    >(),
    // An earlier release's column: not written, and dropped by the next release.
    detail: bytes(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
);

/** Live sessions: how they are registered, and their state as it was a few seconds ago. */
export const liveSessions = pgTable(
  'live_sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    /** Counts registrations and starts of the server. */
    epoch: integer().notNull(),
    /** SHA-256 of the recorder's token, and of the viewers' key; a public session has none. */
    tokenHash: text('token_hash').notNull(),
    keyHash: text('key_hash'),
    /** The recorder that has registered it with a token of its own; null for a user's. */
    recorderId: uuid('recorder_id'),
    delaySeconds: smallint('delay_seconds').notNull(),
    startedAt: instant('started_at').notNull(),
    lastDataAt: instant('last_data_at'),
    seq: unsigned('seq').notNull(),
    /** The live document as gzipped JSON. */
    document: bytes(),
    endedAt: instant('ended_at'),
    /** The stored session, once it has ended. */
    sessionId: uuid('session_id'),
  },
  (table) => [index('live_sessions_of_user').on(table.userId), index('live_sessions_ended').on(table.endedAt)],
);

/** The documents of live races of their last minutes, for viewers with a delay after a restart, or on another server. */
export const livePast = pgTable(
  'live_past',
  {
    liveId: belongsTo('live_id', () => liveSessions.id),
    at: instant().notNull(),
    /** The live document as gzipped JSON. */
    document: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.liveId, table.at] })],
);

/** The recorders of users: each has a token of its own, stored as SHA-256. */
export const recorders = pgTable(
  'recorders',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at'),
  },
  (table) => [uniqueIndex('recorders_token').on(table.tokenHash), index('recorders_of_user').on(table.userId)],
);

/** Tokens that users have made for programs, each stored as SHA-256. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    name: text().notNull(),
    scope: text().$type<TokenScope>().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at'),
  },
  (table) => [uniqueIndex('api_tokens_token').on(table.tokenHash), index('api_tokens_of_user').on(table.userId)],
);

/** The code that a user connects a recorder with: one at a time, stored as SHA-256. */
export const pairingCodes = pgTable(
  'pairing_codes',
  {
    userId: uuid('user_id').primaryKey(),
    hash: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex('pairing_codes_hash').on(table.hash)],
);

/** Counters of rate limits that several servers share, in the form that rate-limiter-flexible expects. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** In ms since 1970; null without an end. */
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
