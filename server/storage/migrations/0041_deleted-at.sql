DROP INDEX "sessions_of_game";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "events_deleted" ON "events" USING btree ("deleted_at") WHERE "events"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "leagues_deleted" ON "leagues" USING btree ("deleted_at") WHERE "leagues"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "seasons_deleted" ON "seasons" USING btree ("deleted_at") WHERE "seasons"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_stored" ON "sessions" USING btree ("user_id","internal_session_id","session_start_time") WHERE "sessions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_deleted" ON "sessions" USING btree ("deleted_at") WHERE "sessions"."deleted_at" is not null;--> statement-breakpoint
-- The release before kept copies of what was deleted, for ten minutes: they are stored again, as deleted. What lost its place
-- meanwhile, or what it belongs to, stays away.
DO $$
DECLARE
  part text;
  copy record;
BEGIN
  FOREACH part IN ARRAY ARRAY['sessions', 'seasons', 'events', 'session_drivers', 'session_versions', 'event_sessions',
    'deleted_event_sessions', 'rulings', 'season_revisions', 'roster_claims', 'league_seasons', 'deliveries'] LOOP
    FOR copy IN
      SELECT "row"."columns"
        || jsonb_build_object('detail', "row"."large_bytes", 'drivers', "row"."large_json", 'standings', "row"."large_json")
        || CASE WHEN "row"."columns" ->> 'id' = "deletion"."entity_id"::text
          THEN jsonb_build_object('deleted_at', "deletion"."deleted_at") ELSE '{}' END
        || CASE WHEN EXISTS (SELECT FROM "live_sessions" AS "live" WHERE "live"."id"::text = "row"."columns" ->> 'live_id')
          THEN '{}' ELSE '{"live_id": null}'::jsonb END AS "columns"
      FROM "deleted_rows" AS "row" JOIN "deletions" AS "deletion" ON "deletion"."id" = "row"."deletion_id"
      WHERE "row"."table_name" = part AND "deletion"."deleted_at" > now() - interval '10 minutes'
      ORDER BY "deletion"."deleted_at" DESC
    LOOP
      BEGIN
        EXECUTE format('INSERT INTO %I SELECT (jsonb_populate_record(null::%I, $1)).*', part, part) USING copy."columns";
      EXCEPTION WHEN integrity_constraint_violation THEN NULL;
      END;
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
DELETE FROM "deletions";--> statement-breakpoint
-- Deleted sessions stay attached, and events have a record of each.
INSERT INTO "event_sessions" ("event_id", "session_id", "scoring")
SELECT "record"."event_id", "record"."session_id", "record"."scoring" FROM "deleted_event_sessions" AS "record"
JOIN "sessions" ON "sessions"."id" = "record"."session_id" WHERE "sessions"."deleted_at" IS NOT NULL ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "deleted_event_sessions" ("event_id", "session_id", "session_type", "track_id", "session_start_time", "scoring", "deleted_at")
SELECT "held"."event_id", "held"."session_id", "session_type", "track_id", "session_start_time", "held"."scoring", "sessions"."deleted_at"
FROM "event_sessions" AS "held" JOIN "sessions" ON "sessions"."id" = "held"."session_id"
WHERE "sessions"."deleted_at" IS NOT NULL ON CONFLICT DO NOTHING;
