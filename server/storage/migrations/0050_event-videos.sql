ALTER TABLE "events" ADD COLUMN "stream_url" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "stream_starts_at" timestamp(3) with time zone;