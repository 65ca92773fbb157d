ALTER TABLE "draft_rulings" ADD COLUMN "at" integer;--> statement-breakpoint
ALTER TABLE "rulings" ADD COLUMN "at" integer;