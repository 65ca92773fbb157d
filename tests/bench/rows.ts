import { sql } from 'drizzle-orm';
import type { Storage } from '../../server/storage/open-storage.ts';

/** The user who has the newest copies. */
export const copyist = '00000000-0000-4000-8000-000000000000';

/** Copies a stored session with its drivers many times, each a minute older than the last, a hundred for each user. */
export async function insertSessionRows({ database }: Storage, count: number, id: string): Promise<void> {
  await database.execute(sql`
    insert into sessions (id, user_id, version, created_at, internal_session_id, track_id, session_type, number_of_laps,
      session_start_time, session_end_time, game_version, is_multiplayer, session_status, podium, driver_laps, detail)
    select gen_random_uuid(), (left(${copyist}, 24) || lpad((n / 100)::text, 12, '0'))::uuid, version, created_at, internal_session_id || n, track_id, session_type,
      number_of_laps, session_start_time - n * interval '1 minute', session_end_time, game_version, is_multiplayer,
      session_status, podium, driver_laps, detail
    from sessions, generate_series(1, ${count}::int) as n where id = ${id}`);
  await database.execute(sql`
    insert into session_drivers (session_id, car_index, name, result_status)
    select copy.id, driver.car_index, driver.name, driver.result_status
    from sessions as copy, session_drivers as driver
    where driver.session_id = ${id} and not exists (select from session_drivers where session_id = copy.id)`);
  await database.execute(sql`vacuum (analyze) sessions`);
  await database.execute(sql`vacuum (analyze) session_drivers`);
}
