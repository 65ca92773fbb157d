CREATE TABLE "event_answers" (
	"event_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"value" text NOT NULL,
	"answered_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "event_answers_event_id_user_id_pk" PRIMARY KEY("event_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "line_up_changes" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "line_up_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "answer_hours" smallint;--> statement-breakpoint
ALTER TABLE "event_answers" ADD CONSTRAINT "event_answers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_answers_of_user" ON "event_answers" USING btree ("user_id");