/** A cached response: `key` is its address; times in ms of the server. */
export interface CacheRow {
  readonly key: string;
  readonly value: unknown;
  readonly storedAt: number;
  readonly readAt: number;
  /** Id of the user who made the request; null for public data. */
  readonly owner: string | null;
  /** The ETag of the response; rows of older builds have none. */
  readonly version?: string | null;
  /** Fingerprint of the contract that parsed the value; rows of older builds have none. */
  readonly contract?: string | null;
}
