-- Copies of the earlier form: of the last ten minutes, and not readable by this version.
DELETE FROM "deletions";--> statement-breakpoint
CREATE TABLE "deleted_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"deletion_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"large_bytes" "bytea",
	"large_json" jsonb
);
--> statement-breakpoint
ALTER TABLE "deleted_event_sessions" ADD COLUMN "scoring" text;--> statement-breakpoint
ALTER TABLE "deletions" ADD COLUMN "size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_rows" ADD CONSTRAINT "deleted_rows_deletion_id_deletions_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_rows_of_deletion" ON "deleted_rows" USING btree ("deletion_id","table_name");--> statement-breakpoint
CREATE INDEX "deleted_event_sessions_of_session" ON "deleted_event_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "deletions_of_entity" ON "deletions" USING btree ("entity_id");--> statement-breakpoint
-- The release before still writes it, in a rolling update: to be dropped by the next.
ALTER TABLE "deletions" ALTER COLUMN "rows" DROP NOT NULL;