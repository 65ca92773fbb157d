CREATE TABLE "auth_sign_ups" (
	"hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"code_hash" text NOT NULL,
	"password_hash" text,
	"user_metadata" jsonb NOT NULL,
	"challenge" text,
	"is_hashed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_wrong_codes" (
	"key" text PRIMARY KEY NOT NULL,
	"count" smallint NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_users" ADD COLUMN "is_email_unproven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "auth_sign_ups_address" ON "auth_sign_ups" USING btree ("address","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "auth_sign_ups_created_at" ON "auth_sign_ups" USING btree ("created_at");--> statement-breakpoint
-- Accounts that were accepted without a mail.
UPDATE "auth_users" SET "is_email_unproven" = true WHERE "email_confirmed_at" IS NOT NULL AND "confirmation_sent_at" IS NULL;
