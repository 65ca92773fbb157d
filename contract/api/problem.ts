import * as v from 'valibot';

/** Texts that the API and the app show word for word. */
export const texts = {
  serverSide: 'A server side error occurred.',
  unexpected: 'An unexpected server error occurred.',
  diskFull: 'The disk of this server is full: nothing can be stored until its operator has made room.',
  parameterDefined: (name: string) => `The parameter '${name}' must be defined.`,
  parameterNull: (name: string) => `The parameter '${name}' cannot be null.`,
  notFoundPage: 'Page not found',
  notFound: 'Not Found',
  somethingWrong: 'Something went wrong!',
  showError: 'Show Error',
  hideError: 'Hide Error',
} as const;

/** A refused value. */
export const FieldError = v.object({
  /** Where it is, such as drivers.3.name. */
  path: v.string(),
  /** Why it was refused. */
  message: v.string(),
});

/** The last change of an entity, for those who may read the log of its league. */
export const ChangedBy = v.object({
  /** The name of who has made it; null without one. */
  userName: v.nullable(v.string()),
  /** When. */
  at: v.string(),
});

/** Problem details (RFC 9457), as application/problem+json. */
export const Problem = v.object({
  /** The kind of problem; about:blank where the status says it all. */
  type: v.nullish(v.string()),
  /** The kind of problem in a few words. */
  title: v.nullish(v.string()),
  /** The status of the response. */
  status: v.nullish(v.number()),
  /** What went wrong, in a sentence that can be shown. */
  detail: v.nullish(v.string()),
  /** The path of the request. */
  instance: v.nullish(v.string()),
  /** The values of the request that were refused. */
  errors: v.optional(v.array(FieldError)),
  /** For programs: reauthentication_needed where the user must log in again first. Absent or null for others. */
  code: v.nullish(v.string()),
  /** The stored entity, in a 412: a client can merge its change and send it again. */
  current: v.optional(v.unknown()),
  /** Who has changed it last, in a 412 about a league or a season of one; absent where that is not known. */
  changedBy: v.optional(ChangedBy),
});

export type Problem = v.InferOutput<typeof Problem>;
export type ChangedBy = v.InferOutput<typeof ChangedBy>;
export type FieldError = v.InferOutput<typeof FieldError>;

/**
 * The reason why a call failed, as plain data.
 * - `problem`: the API refused and explained it with problem details
 * - `unexpected`: any other answer that is not a success
 * - `mismatch`: the answer does not match the contract, such as the page of a captive portal
 * - `offline`: this device has no network
 * - `unreachable`: no answer came
 * - `outdated`: a chunk of the app could not be loaded
 * - `aborted`: the caller cancelled the call
 * - `internal`: a bug in the app
 */
export interface Failure {
  readonly kind:
    | 'problem'
    | 'unexpected'
    | 'mismatch'
    | 'offline'
    | 'unreachable'
    | 'outdated'
    | 'aborted'
    | 'internal';
  /** One of the fixed texts where there is one. */
  readonly message: string;
  readonly status: number | null;
  readonly problem: Problem | null;
  /** Details for developers, behind Show Error. */
  readonly detail: string | null;
  /** Error code of the auth service, such as `invalid_credentials`, or of a problem that has one; null for others. */
  readonly code: string | null;
  /** Why the auth service calls a password weak. */
  readonly reasons: readonly string[];
  /** Which sent values were refused, and why. */
  readonly fieldErrors: readonly FieldError[];
  /** The stored entity, when a write was refused because it is newer than the caller's (412). */
  readonly current: unknown;
  /** Seconds until the next try may succeed; null when the answer does not say. */
  readonly retryAfter: number | null;
  /** An earlier try of the same had no answer: the server may have carried that one out. */
  readonly isAfterUnanswered?: boolean;
}

/** A failure with everything but its kind optional. */
export function createFailure(kind: Failure['kind'], parts: Partial<Omit<Failure, 'kind'>> = {}): Failure {
  return {
    kind,
    message: '',
    status: null,
    problem: null,
    detail: null,
    code: null,
    reasons: [],
    fieldErrors: [],
    current: null,
    retryAfter: null,
    ...parts,
  };
}

/** How a call ended. `version` is the entity's ETag, to be sent as If-Match with the next write; null without one. */
export type Outcome<Value> = { readonly value: Value; readonly version: string | null } | { readonly failure: Failure };
