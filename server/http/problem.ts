import { type ChangedBy, type FieldError, texts } from '#contract/api/problem';
import { calls } from '#contract/calls/by-name';

/** An error response. The error handler renders it as application/problem+json (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly errors: readonly FieldError[] | undefined;
  /** The current entity, for a 412. */
  readonly current: unknown;
  readonly changedBy: ChangedBy | undefined;
  /** A code for programs, which can react to it. */
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, title: string, detail: string, more: ProblemMore = {}) {
    super(detail, more.cause === undefined ? {} : { cause: more.cause });
    this.status = status;
    this.title = title;
    this.errors = more.errors;
    this.current = more.current;
    this.changedBy = more.changedBy;
    this.code = more.code;
    this.headers = more.headers ?? {};
  }
}

interface ProblemMore {
  readonly errors?: readonly FieldError[];
  readonly current?: unknown;
  readonly changedBy?: ChangedBy;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The cause, only for the log. */
  readonly cause?: unknown;
}

/** 400: the request is invalid. Each error has the path of the invalid value. */
export function invalid(errors: readonly FieldError[]): Problem {
  const first = errors[0];
  const detail = first === undefined ? 'The request is not valid.' : `${first.path}: ${first.message}`;
  return new Problem(400, 'Bad Request', detail, { errors });
}

/** 401: the call needs a user, or the token is invalid. */
export function unauthorized(detail = 'Sign in to do this.'): Problem {
  return new Problem(401, 'Unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** 403: the user is not the owner. */
export function forbidden(detail = 'Only the owner can change this.'): Problem {
  return new Problem(403, 'Forbidden', detail);
}

/** 403: the caller must prove again who they are. The code is that of the sign-in for the same. */
export function reauthenticationNeeded(): Problem {
  const detail = 'Log in again first: this is possible for ten minutes after that.';
  return new Problem(403, 'Forbidden', detail, { code: 'reauthentication_needed' });
}

/** 404: missing or private. The response is the same, so that it does not reveal a private entity. */
export function notFound(): Problem {
  return new Problem(404, 'Not Found', 'There is nothing here, or it is private.');
}

/** 409: the change conflicts with the stored data. */
export function conflict(detail: string): Problem {
  return new Problem(409, 'Conflict', detail);
}

/** 412: the entity was changed since the client read it. Contains the current entity. */
export function preconditionFailed(current: unknown, changedBy: ChangedBy | null = null): Problem {
  const more = changedBy === null ? { current } : { current, changedBy };
  return new Problem(412, 'Precondition Failed', 'This was changed in the meantime.', more);
}

/** 503: a service that this server needs cannot be reached at the moment. Clients try again after these seconds. */
export function unavailable(cause?: unknown, seconds = 5): Problem {
  const headers = { 'Retry-After': String(seconds) };
  return new Problem(503, 'Service Unavailable', texts.unexpected, { headers, cause });
}

/** 507: the disk of the database is full. It is used again as soon as it has room. */
export function diskFull(): Problem {
  return new Problem(507, 'Insufficient Storage', texts.diskFull, { headers: { 'Retry-After': '5' } });
}

/** A request that is refused because there are too many. It is no fault: such requests are counted in the log. */
export class Overload extends Problem {}

/** 503: there are too many requests. Not 429: clients of the sign-in end their session when a refresh is refused with it. */
export function overloaded(what: string, seconds = 1): Overload {
  const headers = { 'Retry-After': String(seconds) };
  return new Overload(503, 'Service Unavailable', `${what}: try again in ${seconds} s.`, { headers });
}

/** Ends the work of a client that has closed its connection: nobody receives it. */
export function clientGone(): Problem {
  return new Problem(408, 'Request Timeout', 'The client has closed its connection.');
}

/** 422: the request is valid, but cannot be processed. */
export function unprocessable(detail: string): Problem {
  return new Problem(422, 'Unprocessable Content', detail);
}

/** 422: the values are valid by themselves, but do not fit the stored data. Each error has the path of its value. */
export function refused(errors: readonly FieldError[]): Problem {
  const [first] = errors;
  const detail = first === undefined ? 'This cannot be processed.' : `${first.path}: ${first.message}`;
  return new Problem(422, 'Unprocessable Content', detail, { errors });
}

const callPatterns = Object.values(calls).map(({ method, path }) => {
  const pattern = path.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return { method, pattern: new RegExp(`^${pattern}/?$`) };
});

/** The methods of the calls at this path, HEAD included. */
function methodsAt(path: string): string[] {
  const methods = callPatterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
}

/** 405 with the methods that there are at this address, or 404 where there is nothing. */
export function noSuchCall({ method, url }: { readonly method: string; readonly url: string }): Problem {
  const methods = methodsAt(url.split('?')[0] ?? '');
  if (methods.length === 0 || methods.includes(method)) return new Problem(404, 'Not Found', 'There is no such call.');
  const allowed = methods.join(', ');
  return new Problem(405, 'Method Not Allowed', `This address takes ${allowed}.`, { headers: { Allow: allowed } });
}
