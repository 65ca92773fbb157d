CREATE TABLE "blocked_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"blocked_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "auth_invites_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "auth_sign_ups" ADD COLUMN "invite_hash" text;