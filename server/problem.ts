import { type FieldError, texts } from '#contract/problem';

/** What a route answers instead of an entity; one handler renders it as application/problem+json (spec §8). */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly errors: readonly FieldError[] | undefined;
  /** The entity as it is now, of a 412 (design §4). */
  readonly current: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, title: string, detail: string, more: ProblemMore = {}) {
    super(detail, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.title = title;
    this.errors = more.errors;
    this.current = more.current;
    this.headers = more.headers ?? {};
  }
}

interface ProblemMore {
  readonly errors?: readonly FieldError[];
  readonly current?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What really happened, for the log alone. */
  readonly cause?: unknown;
}

/** 400: what was sent cannot be right; each error has the path to the fault. */
export function invalid(errors: readonly FieldError[]): Problem {
  const first = errors[0];
  const detail = first === undefined ? 'The request is not valid.' : `${first.path}: ${first.message}`;
  return new Problem(400, 'Bad Request', detail, { errors });
}

/** 401: this call needs a signed-in user, or the token is no good. */
export function unauthorized(detail = 'Sign in to do this.'): Problem {
  return new Problem(401, 'Unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** 403: signed in, but not the owner. */
export function forbidden(detail = 'Only the owner can change this.'): Problem {
  return new Problem(403, 'Forbidden', detail);
}

/** 404: absent, or private: both in the same words. */
export function notFound(): Problem {
  return new Problem(404, 'Not Found', 'There is nothing here, or it is private.');
}

/** 409: two requests got in each other's way. */
export function conflict(detail: string): Problem {
  return new Problem(409, 'Conflict', detail);
}

/** 412: somebody changed it meanwhile; carries the entity as it is now. */
export function changedMeanwhile(current: unknown): Problem {
  return new Problem(412, 'Precondition Failed', 'This was changed meanwhile.', { current });
}

/** 503: something this server needs cannot be reached for the moment. */
export function unavailable(cause?: unknown): Problem {
  return new Problem(503, 'Service Unavailable', texts.unexpected, { headers: { 'Retry-After': '5' }, cause });
}

/** 413, 415, 422, 429 and other refusals in their own words. */
export function refused(status: number, title: string, detail: string): Problem {
  return new Problem(status, title, detail);
}
