CREATE TABLE "deleted_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp(3) with time zone NOT NULL
);
