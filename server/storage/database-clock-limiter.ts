import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

/**
 * Counts by the clock of the database. The library itself writes times of the server that counts: one whose clock is hours
 * behind would refuse clients for hours that one ahead has counted, which in turn would expire the counts of the other.
 * Overrides the methods that count and delete.
 */
export class DatabaseClockLimiter extends RateLimiterPostgres {
  readonly #pool: pg.Pool;

  constructor(
    pool: pg.Pool,
    options: { keyPrefix: string; points: number; duration: number; insuranceLimiter: object },
  ) {
    const store = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
    super({ ...options, ...store } as ConstructorParameters<typeof RateLimiterPostgres>[0]);
    this.#pool = pool;
  }

  /** Adds points to a key, which lasts for a time in ms. A row that lasts longer than that is from before the clock was set back. */
  _upsert(key: string, points: number, duration: number): Promise<pg.QueryResult> {
    return this.#pool.query({
      name: 'count points',
      text: `
        insert into rate_limits as stored (key, points, expire) values ($1, $2, ${now} + $3)
        on conflict (key) do update set
          points = case when ${isCurrent} then stored.points + $2 else $2 end,
          expire = case when ${isCurrent} then stored.expire else excluded.expire end
        returning points, expire - ${now} + $4 as expire`,
      values: [key, points, duration, Date.now()],
    });
  }

  /** The library passes a time of its own clock. */
  async clearExpired(): Promise<void> {
    await this.#pool.query(`delete from rate_limits where expire < ${now}`).catch(() => undefined);
  }
}

const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const isCurrent = 'stored.expire > excluded.expire - $3 and stored.expire <= excluded.expire';
