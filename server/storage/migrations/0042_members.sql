CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"league_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"roles" text[] NOT NULL,
	"made_by" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"left" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "league_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"league_id" uuid NOT NULL,
	"season_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"author_id" uuid,
	"action" text NOT NULL,
	"subject" text
);
--> statement-breakpoint
CREATE TABLE "members" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"joined_at" timestamp(3) with time zone NOT NULL,
	"by" uuid,
	CONSTRAINT "members_league_id_user_id_pk" PRIMARY KEY("league_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "event_sessions" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_log" ADD CONSTRAINT "league_log_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_of_league" ON "invitations" USING btree ("league_id");--> statement-breakpoint
CREATE INDEX "invitations_age" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "league_log_of_league" ON "league_log" USING btree ("league_id","at","id");--> statement-breakpoint
CREATE INDEX "league_log_age" ON "league_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "members_of_user" ON "members" USING btree ("user_id","league_id");--> statement-breakpoint
-- A function, so that it is planned only where it is called: the owner of a season, and a public season, need no members.
CREATE FUNCTION "works_for"("season" uuid, "owner" uuid, "user" uuid, "having" text[]) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM "members" JOIN "leagues" ON "leagues"."id" = "members"."league_id" AND "leagues"."deleted_at" IS NULL
    JOIN "league_seasons" ON "league_seasons"."league_id" = "leagues"."id"
    WHERE "league_seasons"."season_id" = $1 AND "leagues"."owner_id" = $2 AND "members"."user_id" = $3 AND "members"."roles" && $4)
$$;
