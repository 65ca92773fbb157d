CREATE TABLE "draft_rulings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"season_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"car_index" smallint,
	"amount" double precision,
	"licence_points" smallint,
	"author" text,
	"reason" text NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "provisional" text;--> statement-breakpoint
ALTER TABLE "draft_rulings" ADD CONSTRAINT "draft_rulings_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_rulings" ADD CONSTRAINT "draft_rulings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_rulings_of_season" ON "draft_rulings" USING btree ("season_id");