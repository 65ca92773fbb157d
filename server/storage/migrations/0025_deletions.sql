CREATE TABLE "deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"season_id" uuid,
	"name" text NOT NULL,
	"deleted_at" timestamp(3) with time zone NOT NULL,
	"rows" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deletions_of_user" ON "deletions" USING btree ("user_id","deleted_at");--> statement-breakpoint
CREATE INDEX "deletions_age" ON "deletions" USING btree ("deleted_at");