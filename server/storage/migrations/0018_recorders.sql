CREATE TABLE "pairing_codes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recorders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "live_sessions" ADD COLUMN "recorder_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "pairing_codes_hash" ON "pairing_codes" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "recorders_token" ON "recorders" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "recorders_of_user" ON "recorders" USING btree ("user_id");