ALTER TABLE "roster_claims" ALTER COLUMN "driver_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "roster_claims" ADD COLUMN "wish" jsonb;--> statement-breakpoint
ALTER TABLE "roster_claims" ADD COLUMN "ended" text;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "sign_up" jsonb;