CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"season_id" uuid NOT NULL,
	"event_id" uuid,
	"path" text NOT NULL,
	"count" integer NOT NULL,
	"due_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone NOT NULL,
	"read_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_subject" ON "notices" USING btree ("user_id","subject");--> statement-breakpoint
CREATE INDEX "notices_of_user" ON "notices" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "notices_of_season" ON "notices" USING btree ("season_id");--> statement-breakpoint
CREATE INDEX "notices_of_event" ON "notices" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "notices_age" ON "notices" USING btree ("at");