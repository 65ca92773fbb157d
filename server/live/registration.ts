/** The recorder of a live race, and the access for viewers. */
export interface Registration {
  readonly id: string;
  readonly userId: string;
  readonly userName: string | null;
  readonly tokenHash: string;
  /** Null for a public live race. */
  readonly keyHash: string | null;
  readonly delaySeconds: number;
  /** ISO 8601. */
  readonly startedAt: string;
}
