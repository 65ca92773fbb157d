/** The recorder of a session, and the access for viewers. */
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
