/** What the data interface refuses, in the codes of PostgREST and PostgreSQL. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, more: { details?: string; authenticate?: string } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.headers = more.authenticate === undefined ? {} : { 'www-authenticate': more.authenticate };
  }
}
