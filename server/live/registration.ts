/** Who records a session, and who may watch it. */
export interface Registration {
  readonly id: string;
  readonly userId: string;
  readonly userName: string | null;
  readonly tokenHash: string;
  /** Null for a public session. */
  readonly keyHash: string | null;
  readonly delaySeconds: number;
  /** ISO 8601. */
  readonly startedAt: string;
}
