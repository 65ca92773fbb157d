export type AnswerModule =
  | 'account'
  | 'config'
  | 'leagues'
  | 'live'
  | 'profile'
  | 'recorders'
  | 'search'
  | 'seasons'
  | 'sessions'
  | 'tracks';

/** One call of the API, for clients; requests.ts has the rest for the server. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Which module of `answers/` has the schema of the JSON answer. A call with neither this nor `file` answers 204, or 200 without a body. */
  readonly answer?: AnswerModule;
  /** The answer is a file of this media type instead of JSON. */
  readonly file?: string;
  /** A WebSocket: the request is an upgrade, and there is no answer. */
  readonly isSocket?: true;
}
