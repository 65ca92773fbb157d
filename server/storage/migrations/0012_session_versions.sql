CREATE TABLE "session_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"stored_at" timestamp(3) with time zone NOT NULL,
	"columns" jsonb NOT NULL,
	"drivers" jsonb NOT NULL,
	"detail" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_recorded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "session_versions" ADD CONSTRAINT "session_versions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_versions_of_session" ON "session_versions" USING btree ("session_id","stored_at");--> statement-breakpoint
CREATE INDEX "session_versions_age" ON "session_versions" USING btree ("stored_at");