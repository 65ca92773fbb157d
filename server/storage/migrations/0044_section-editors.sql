CREATE TABLE "section_editors" (
	"entity_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"section" text NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "section_editors_entity_id_user_id_pk" PRIMARY KEY("entity_id","user_id")
);
--> statement-breakpoint
CREATE INDEX "section_editors_of_user" ON "section_editors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "section_editors_age" ON "section_editors" USING btree ("seen_at");