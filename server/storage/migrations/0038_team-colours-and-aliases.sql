ALTER TABLE "seasons" ADD COLUMN "given_colours" jsonb;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "team_aliases" jsonb;