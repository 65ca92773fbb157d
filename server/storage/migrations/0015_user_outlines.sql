CREATE TABLE "user_outlines" (
	"track_id" smallint NOT NULL,
	"user_id" uuid NOT NULL,
	"length" integer NOT NULL,
	"points" jsonb NOT NULL,
	"error" double precision NOT NULL,
	"live_id" uuid,
	"learned_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "user_outlines_track_id_user_id_pk" PRIMARY KEY("track_id","user_id")
);
