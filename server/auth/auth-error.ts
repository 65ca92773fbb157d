/** What the sign-in refuses, by the codes of the public server (contract of the client, not ours to choose). */
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

/** 400 for a request that cannot be right. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/** 429 with the seconds to wait. */
export function tooMany(code: string, message: string, seconds: number): AuthError {
  return new AuthError(429, code, message, { headers: { 'retry-after': String(seconds) } });
}

/** The newest error shape; clients that do not name it get the old one. */
export const apiVersion = '2024-01-01';

/** The body of an error for a client that speaks this version, or none. */
export function errorBody(error: AuthError, version: string | undefined): Record<string, unknown> {
  const isNew = version !== undefined && version >= apiVersion;
  const { status, code, message, extra } = error;
  return isNew ? { code, message, ...extra } : { code: status, error_code: code, msg: message, ...extra };
}
