import { sql } from 'drizzle-orm';
import type { Storage } from '../../server/storage/open-storage.ts';

/** Copies the one stored session many times, each a minute older than the last. */
export async function insertSessionRows({ database }: Storage, count: number): Promise<void> {
  await database.execute(sql`
    insert into sessions (id, user_id, version, created_at, internal_session_id, track_id, session_type, number_of_laps,
      session_start_time, session_end_time, game_version, is_multiplayer, session_status, podium, driver_laps, detail)
    select gen_random_uuid(), user_id, version, created_at, internal_session_id || n, track_id, session_type,
      number_of_laps, session_start_time - n * interval '1 minute', session_end_time, game_version, is_multiplayer,
      session_status, podium, driver_laps, detail
    from sessions, generate_series(1, ${count}::int) as n`);
  await database.execute(sql`analyze sessions`);
}
