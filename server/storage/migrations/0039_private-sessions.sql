ALTER TABLE "sessions" ADD COLUMN "visibility" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "key_hash" text;--> statement-breakpoint
CREATE INDEX "sessions_not_public" ON "sessions" USING btree ("user_id") WHERE "sessions"."key_hash" is not null or "sessions"."visibility" is not null;--> statement-breakpoint
-- Live races are stored for a while after their end: their sessions get the key of the viewers.
UPDATE "sessions" SET "key_hash" = "live"."key_hash" FROM "live_sessions" AS "live"
WHERE "live"."session_id" = "sessions"."id" AND "live"."user_id" = "sessions"."user_id" AND "live"."key_hash" IS NOT NULL;
--> statement-breakpoint
-- Everybody could see every session: those that would be private from now on stay public until their owners have decided.
UPDATE "sessions" SET "visibility" = 'stillPublic' WHERE "key_hash" IS NOT NULL OR NOT coalesce((
  SELECT bool_or(coalesce((
    SELECT bool_or("league"."is_public") FROM "league_seasons" AS "listing"
    JOIN "leagues" AS "league" ON "league"."id" = "listing"."league_id"
    WHERE "listing"."season_id" = "holder"."id" AND "league"."owner_id" = "holder"."owner_id"), true))
  FROM "event_sessions" AS "held" JOIN "events" AS "event" ON "event"."id" = "held"."event_id"
  JOIN "seasons" AS "holder" ON "holder"."id" = "event"."season_id"
  WHERE "held"."session_id" = "sessions"."id" AND ("holder"."owner_id" = "sessions"."user_id" OR EXISTS (
    SELECT FROM "roster_claims" AS "claim" WHERE "claim"."season_id" = "holder"."id"
      AND "claim"."user_id" = "sessions"."user_id" AND "claim"."confirmed_at" IS NOT NULL))), true);
