// One piece, whatever its length: a reader finds every table of the races here.
import { sql } from 'drizzle-orm';
import {
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
import type { Scoring } from '#contract/enumerations';
import type { Aliases, ScoringRules } from '#contract/scoring';
import type { PodiumPlace } from '#contract/session';
import { bytes, instant } from './column-types.ts';

/** A number of the game up to 2^32-1: too large for Postgres' integer, small enough for a double. */
const unsigned = (name: string) => doublePrecision(name);

/** Users as others see them, mirrored from their sign-in. */
export const profiles = pgTable(
  'profiles',
  {
    id: uuid().primaryKey(),
    username: text(),
    avatarUrl: text('avatar_url'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('profiles_username').on(sql`lower(${table.username})`)],
);

/** A user's own picture, as webp; its id is in the address that shows it. */
export const avatars = pgTable('avatars', {
  userId: uuid('user_id').primaryKey(),
  id: uuid().notNull(),
  image: bytes().notNull(),
});

/** Sessions: what a list shows as columns, the whole as compressed bytes. */
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
    /** What the upload adds to the summary, as gzipped JSON. */
    detail: bytes().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_of_game').on(table.userId, table.internalSessionId),
    index('sessions_newest').on(table.sessionStartTime.desc(), table.id.desc()),
    index('sessions_of_user').on(table.userId, table.sessionStartTime.desc(), table.id.desc()),
    index('sessions_of_weekend').on(table.userId, table.weekendLinkIdentifier),
    index('sessions_of_track').on(table.trackId, table.sessionStartTime.desc()),
  ],
);

/** One row for each driver of a session: all that standings, search and lists need. */
export const sessionDrivers = pgTable(
  'session_drivers',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    carIndex: smallint('car_index').notNull(),
    name: text().notNull(),
    team: text(),
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
  },
  (table) => [
    index('leagues_newest').on(table.createdAt.desc(), table.id.desc()),
    index('leagues_of_owner').on(table.ownerId, table.createdAt.desc()),
  ],
);

/** A league's picture, as webp. */
export const leagueThumbnails = pgTable('league_thumbnails', {
  id: uuid().primaryKey(),
  leagueId: uuid('league_id')
    .notNull()
    .unique()
    .references(() => leagues.id, { onDelete: 'cascade' }),
  image: bytes().notNull(),
});

/** Seasons; `rules` null means the default rules. */
export const seasons = pgTable(
  'seasons',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    version: integer().notNull(),
    name: text().notNull(),
    rules: jsonb().$type<ScoringRules>(),
    aliases: jsonb().$type<Aliases>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('seasons_newest').on(table.createdAt.desc(), table.id.desc()),
    index('seasons_of_owner').on(table.ownerId, table.createdAt.desc()),
  ],
);

/** Which seasons a league holds, in the order they were added. */
export const leagueSeasons = pgTable(
  'league_seasons',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    seasonId: uuid('season_id')
      .notNull()
      .references(() => seasons.id, { onDelete: 'cascade' }),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.leagueId, table.seasonId] }),
    index('league_seasons_of_season').on(table.seasonId),
  ],
);

/** Events of a season, by `ordinal`. */
export const events = pgTable(
  'events',
  {
    id: uuid().primaryKey(),
    seasonId: uuid('season_id')
      .notNull()
      .references(() => seasons.id, { onDelete: 'cascade' }),
    ordinal: integer().notNull(),
    track: smallint().notNull(),
    name: text(),
    startsAt: instant('starts_at'),
    halfPoints: boolean('half_points').notNull().default(false),
  },
  (table) => [index('events_of_season').on(table.seasonId, table.ordinal)],
);

/** Sessions of an event; `scoring` null means by default. */
export const eventSessions = pgTable(
  'event_sessions',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    scoring: text().$type<Scoring>(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.sessionId] }),
    index('event_sessions_of_session').on(table.sessionId),
  ],
);

/** Rulings: a ledger over untouched results (design §7). */
export const rulings = pgTable(
  'rulings',
  {
    id: uuid().primaryKey(),
    seasonId: uuid('season_id')
      .notNull()
      .references(() => seasons.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text().$type<'time' | 'places' | 'points' | 'disqualify' | 'reinstate' | 'excludeSession'>().notNull(),
    carIndex: smallint('car_index'),
    amount: doublePrecision(),
    author: text().notNull(),
    reason: text().notNull(),
    madeAt: instant('made_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [index('rulings_of_season').on(table.seasonId)],
);

/** Answers of POSTs that carried an Idempotency-Key, for 24 h (design §4). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: text().notNull(),
    request: text().notNull(),
    /** The answer as JSON text with the version of its row; null until the first request has done its work. */
    answer: jsonb().$type<{ version: number | null; text: string }>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
);
