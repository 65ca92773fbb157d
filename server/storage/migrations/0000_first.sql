CREATE TABLE "event_sessions" (
	"event_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"scoring" text,
	CONSTRAINT "event_sessions_event_id_session_id_pk" PRIMARY KEY("event_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"season_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"track" smallint NOT NULL,
	"name" text,
	"starts_at" timestamp(3) with time zone,
	"half_points" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "league_seasons" (
	"league_id" uuid NOT NULL,
	"season_id" uuid NOT NULL,
	"added_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "league_seasons_league_id_season_id_pk" PRIMARY KEY("league_id","season_id")
);
--> statement-breakpoint
CREATE TABLE "league_thumbnails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"league_id" uuid NOT NULL,
	"image" "bytea" NOT NULL,
	CONSTRAINT "league_thumbnails_league_id_unique" UNIQUE("league_id")
);
--> statement-breakpoint
CREATE TABLE "leagues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"discord" text,
	"website" text,
	"is_public" boolean NOT NULL,
	"thumbnail_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text,
	"avatar_url" text,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rulings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"season_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"car_index" smallint,
	"amount" double precision,
	"author" text NOT NULL,
	"reason" text NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	"withdrawn_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"rules" jsonb,
	"aliases" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_drivers" (
	"session_id" uuid NOT NULL,
	"car_index" smallint NOT NULL,
	"name" text NOT NULL,
	"team" text,
	"starting_position" smallint,
	"finishing_position" smallint,
	"result_status" smallint NOT NULL,
	"best_lap_time_ms" integer,
	"total_race_time" integer,
	"total_penalties_seconds" integer,
	"number_of_laps" smallint,
	CONSTRAINT "session_drivers_session_id_car_index_pk" PRIMARY KEY("session_id","car_index")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"internal_session_id" text NOT NULL,
	"track_id" smallint NOT NULL,
	"session_type" smallint NOT NULL,
	"number_of_laps" smallint,
	"session_start_time" timestamp(3) with time zone NOT NULL,
	"session_end_time" timestamp(3) with time zone,
	"game_version" text,
	"is_multiplayer" boolean NOT NULL,
	"season_link_identifier" double precision,
	"weekend_link_identifier" double precision,
	"session_link_identifier" double precision,
	"start_track_temp" smallint,
	"start_air_temp" smallint,
	"start_weather" smallint,
	"session_status" smallint NOT NULL,
	"podium" jsonb NOT NULL,
	"driver_laps" integer NOT NULL,
	"detail" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_sessions" ADD CONSTRAINT "event_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_seasons" ADD CONSTRAINT "league_seasons_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_seasons" ADD CONSTRAINT "league_seasons_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_thumbnails" ADD CONSTRAINT "league_thumbnails_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rulings" ADD CONSTRAINT "rulings_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rulings" ADD CONSTRAINT "rulings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_drivers" ADD CONSTRAINT "session_drivers_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_sessions_of_session" ON "event_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "events_of_season" ON "events" USING btree ("season_id","ordinal");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "league_seasons_of_season" ON "league_seasons" USING btree ("season_id");--> statement-breakpoint
CREATE INDEX "leagues_newest" ON "leagues" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leagues_of_owner" ON "leagues" USING btree ("owner_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_username" ON "profiles" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "rulings_of_season" ON "rulings" USING btree ("season_id");--> statement-breakpoint
CREATE INDEX "seasons_newest" ON "seasons" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "seasons_of_owner" ON "seasons" USING btree ("owner_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "session_drivers_name" ON "session_drivers" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_of_game" ON "sessions" USING btree ("user_id","internal_session_id");--> statement-breakpoint
CREATE INDEX "sessions_newest" ON "sessions" USING btree ("session_start_time" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id","session_start_time" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_of_weekend" ON "sessions" USING btree ("user_id","weekend_link_identifier");--> statement-breakpoint
CREATE INDEX "sessions_of_track" ON "sessions" USING btree ("track_id","session_start_time" DESC NULLS LAST);