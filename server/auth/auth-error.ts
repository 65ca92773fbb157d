/** An error of the sign-in. Codes and messages are those of Supabase Auth, because the client depends on them. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, more: AuthErrorMore = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }
}

interface AuthErrorMore {
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** 400: the request is invalid. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/** 429: too many requests; `seconds` until the next one is allowed. */
export function tooMany(code: string, message: string, seconds: number): AuthError {
  return new AuthError(429, code, message, { headers: { 'retry-after': String(seconds) } });
}

/** The API version since which errors have their current format. */
export const apiVersion = '2024-01-01';

/** The body of an error in the format of the client's API version. */
export function errorBody(error: AuthError, version: string | undefined): Record<string, unknown> {
  const isNew = version !== undefined && version >= apiVersion;
  const { status, code, message, extra } = error;
  return isNew ? { code, message, ...extra } : { code: status, error_code: code, msg: message, ...extra };
}
