-- A text as searches compare it: without case and accents, letters such as ß and ø as those that people type for them. What
-- is ASCII alone is not decomposed. It is not STRICT, so that PostgreSQL puts its body into the query.
CREATE FUNCTION "search_text"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length($1) = char_length($1) THEN lower($1) ELSE
    replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]+', '', 'g')), 'øðđłıħŧς', 'oddlihtσ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  END
$$;--> statement-breakpoint
-- The release before finds the same without its indexes, in longer time.
DROP INDEX IF EXISTS "session_drivers_parts";--> statement-breakpoint
DROP INDEX IF EXISTS "profiles_parts";--> statement-breakpoint
DROP INDEX IF EXISTS "leagues_parts";--> statement-breakpoint
DROP INDEX IF EXISTS "seasons_parts";--> statement-breakpoint
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "session_drivers_folded" ON "session_drivers" USING gin (search_text("name") gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX "profiles_folded" ON "profiles" USING gin (search_text("username") gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX "leagues_folded" ON "leagues" USING gin (search_text("name") gin_trgm_ops) WITH (fastupdate = off);
  CREATE INDEX "seasons_folded" ON "seasons" USING gin (search_text("name") gin_trgm_ops) WITH (fastupdate = off);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available: searches are slower';
END $$;
