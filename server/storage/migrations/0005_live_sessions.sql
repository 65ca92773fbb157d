CREATE TABLE "live_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"token_hash" text NOT NULL,
	"key_hash" text,
	"delay_seconds" smallint NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"last_data_at" timestamp(3) with time zone,
	"seq" double precision NOT NULL,
	"document" "bytea",
	"ended_at" timestamp(3) with time zone,
	"session_id" uuid
);
--> statement-breakpoint
CREATE INDEX "live_sessions_of_user" ON "live_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "live_sessions_ended" ON "live_sessions" USING btree ("ended_at");