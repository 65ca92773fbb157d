import * as v from 'valibot';

/** The fixed texts of spec §8 and §5. */
export const texts = {
  serverSide: 'A server side error occurred.',
  unexpected: 'An unexpected server error occurred.',
  parameterDefined: (name: string) => `The parameter '${name}' must be defined.`,
  parameterNull: (name: string) => `The parameter '${name}' cannot be null.`,
  authSessionMissing: 'Auth session missing!',
  authSessionOrUserMissing: 'Auth session or user missing',
  credentialsMissing: 'You must provide either an email or phone number and a password.',
  notFoundPage: 'Page not found',
  notFound: 'Not Found',
  somethingWrong: 'Something went wrong!',
  showError: 'Show Error',
  hideError: 'Hide Error',
} as const;

/** Where a value that was sent is wrong, as a path such as `drivers.3.name`. */
export const FieldError = v.object({ path: v.string(), message: v.string() });

/** Problem details (spec §3), as application/problem+json; `errors` says where sent values are wrong (design §4). */
export const Problem = v.object({
  type: v.nullish(v.string()),
  title: v.nullish(v.string()),
  status: v.nullish(v.number()),
  detail: v.nullish(v.string()),
  instance: v.nullish(v.string()),
  errors: v.optional(v.array(FieldError)),
  /** A 412 carries the entity as it is now (design §4). */
  current: v.optional(v.unknown()),
});

export type Problem = v.InferOutput<typeof Problem>;
export type FieldError = v.InferOutput<typeof FieldError>;

/**
 * What went wrong with a call, as plain data (style 18, 51).
 * - `problem`: the API refused with an error object (400, 401, 403, 404, 409, 412, 422, 429 …)
 * - `unexpected`: any other answer that is not a success (spec §8)
 * - `mismatch`: the answer is not what the contract says
 * - `offline`: this device says it has no network
 * - `unreachable`: no answer came
 * - `aborted`: the caller took the call back
 * - `internal`: a bug on this side
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
  /** The fixed text of spec §8 where there is one. */
  readonly message: string;
  readonly status: number | null;
  readonly problem: Problem | null;
  /** For Show Error: what a developer would want to read. */
  readonly detail: string | null;
}
