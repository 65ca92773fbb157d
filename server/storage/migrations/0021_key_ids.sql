CREATE TABLE "auth_key_ids" (
	"id" text PRIMARY KEY NOT NULL
);
