CREATE TABLE "deleted_event_sessions" (
	"event_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"session_type" smallint NOT NULL,
	"track_id" smallint NOT NULL,
	"session_start_time" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "deleted_event_sessions_event_id_session_id_pk" PRIMARY KEY("event_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "season_revisions" (
	"season_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"note" text,
	"author" text,
	"published_at" timestamp(3) with time zone NOT NULL,
	"standings" jsonb NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "season_revisions_season_id_number_pk" PRIMARY KEY("season_id","number")
);
--> statement-breakpoint
ALTER TABLE "rulings" ALTER COLUMN "author" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "points_factor" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_event_sessions" ADD CONSTRAINT "deleted_event_sessions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_revisions" ADD CONSTRAINT "season_revisions_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "events" SET "points_factor" = 0.5 WHERE "half_points";--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "half_points";