DROP INDEX "sessions_of_game";--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_of_game" ON "sessions" USING btree ("user_id","internal_session_id","session_start_time");