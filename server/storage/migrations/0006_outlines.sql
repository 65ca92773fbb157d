CREATE TABLE "track_outlines" (
	"track_id" smallint PRIMARY KEY NOT NULL,
	"length" integer NOT NULL,
	"points" jsonb NOT NULL,
	"error" double precision NOT NULL,
	"live_id" uuid,
	"learned_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "live_id" uuid;--> statement-breakpoint
CREATE INDEX "events_of_live" ON "events" USING btree ("live_id");