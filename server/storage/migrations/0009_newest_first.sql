DROP INDEX "leagues_newest";--> statement-breakpoint
DROP INDEX "leagues_of_owner";--> statement-breakpoint
DROP INDEX "seasons_newest";--> statement-breakpoint
DROP INDEX "seasons_of_owner";--> statement-breakpoint
DROP INDEX "sessions_newest";--> statement-breakpoint
DROP INDEX "sessions_of_user";--> statement-breakpoint
DROP INDEX "sessions_of_track";--> statement-breakpoint
CREATE INDEX "leagues_newest" ON "leagues" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "leagues_of_owner" ON "leagues" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "seasons_newest" ON "seasons" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "seasons_of_owner" ON "seasons" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sessions_newest" ON "sessions" USING btree ("session_start_time","id");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id","session_start_time","id");--> statement-breakpoint
CREATE INDEX "sessions_of_track" ON "sessions" USING btree ("track_id","session_start_time");--> statement-breakpoint
-- Texts are found by their parts with these. Rows are added at once, because the embedded database is not vacuumed by itself.
-- Without the extension, or the right to add it, searches read whole tables.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "session_drivers_parts" ON "session_drivers" USING gin (lower("name") gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX "profiles_parts" ON "profiles" USING gin (lower("username") gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX "leagues_parts" ON "leagues" USING gin (lower("name") gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX "seasons_parts" ON "seasons" USING gin (lower("name") gin_trgm_ops) WITH (fastupdate = off);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: searches are slower';
END $$;
