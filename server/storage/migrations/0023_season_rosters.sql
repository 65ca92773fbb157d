CREATE TABLE "roster_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"season_id" uuid NOT NULL,
	"driver_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"claimed_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "roster" jsonb;--> statement-breakpoint
ALTER TABLE "session_drivers" ADD COLUMN "car_number" smallint;--> statement-breakpoint
ALTER TABLE "roster_claims" ADD CONSTRAINT "roster_claims_season_id_seasons_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "roster_claims_of_season" ON "roster_claims" USING btree ("season_id","user_id");--> statement-breakpoint
CREATE INDEX "roster_claims_of_user" ON "roster_claims" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "roster_claims_confirmed" ON "roster_claims" USING btree ("season_id","driver_id") WHERE "roster_claims"."confirmed_at" is not null;