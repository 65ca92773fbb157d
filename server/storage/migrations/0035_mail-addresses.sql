ALTER TABLE "auth_mail_tokens" ADD COLUMN "address" text;--> statement-breakpoint
CREATE INDEX "auth_mail_tokens_address" ON "auth_mail_tokens" USING btree ("address");--> statement-breakpoint
-- Those that were mailed since the address of their user was last confirmed: an older one may have gone to another address.
UPDATE "auth_mail_tokens" SET "address" = CASE "kind" WHEN 'email_change' THEN "new_email" ELSE "email" END
FROM "auth_users" WHERE "auth_users"."id" = "user_id" AND "auth_mail_tokens"."created_at" >= coalesce("email_confirmed_at", '-infinity');
