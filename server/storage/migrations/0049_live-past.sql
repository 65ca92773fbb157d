CREATE TABLE "live_past" (
	"live_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"document" "bytea" NOT NULL,
	CONSTRAINT "live_past_live_id_at_pk" PRIMARY KEY("live_id","at")
);
--> statement-breakpoint
ALTER TABLE "live_past" ADD CONSTRAINT "live_past_live_id_live_sessions_id_fk" FOREIGN KEY ("live_id") REFERENCES "public"."live_sessions"("id") ON DELETE cascade ON UPDATE no action;