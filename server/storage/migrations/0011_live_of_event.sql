-- Names of sessions that nobody has registered could be taken by anybody.
UPDATE "events" SET "live_id" = NULL WHERE "live_id" NOT IN (SELECT "id" FROM "live_sessions");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_live_id_live_sessions_id_fk" FOREIGN KEY ("live_id") REFERENCES "public"."live_sessions"("id") ON DELETE set null ON UPDATE no action;