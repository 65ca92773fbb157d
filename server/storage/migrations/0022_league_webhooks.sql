CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"league_id" uuid NOT NULL,
	"event_id" uuid,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"path" text,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"next_attempt_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"holder" uuid,
	"lease_until" timestamp(3) with time zone,
	"settled_at" timestamp(3) with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "league_webhooks" (
	"league_id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"token" text NOT NULL,
	"standings" boolean NOT NULL,
	"results" boolean NOT NULL,
	"reminders" boolean NOT NULL,
	"gone_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_webhooks" ADD CONSTRAINT "league_webhooks_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_subject" ON "deliveries" USING btree ("league_id","subject");--> statement-breakpoint
CREATE INDEX "deliveries_of_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "deliveries_age" ON "deliveries" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("next_attempt_at") WHERE "deliveries"."state" in ('waiting', 'sending');