/**
 * The classes of clients, and the limits of each at the same time. Every class has a share of its own: no other class can
 * take it. Members count by account, all others by where they come from: a `network` is an IPv4 address or a /64 of IPv6, a
 * `site` a /48. Many people share one address on a race night, so these bounds are generous. Connections from this machine
 * count in no network: a reverse proxy connects for all clients.
 *
 * Limits over time: `request-limits.ts` (requests in a minute), `auth/limits.ts` (sign-in and mails).
 */

/** How many units of something one class may use at the same time; an absent bound does not apply. */
export interface ShareLimits {
  readonly total: number;
  readonly account?: number | undefined;
  readonly network?: number | undefined;
  readonly site?: number | undefined;
}

/** A client, as far as it is known. */
export interface Client {
  readonly address: string;
  /** The id of the user; absent before a token was checked. */
  readonly account?: string;
}

/**
 * Requests in progress, from when they are complete until their response has left this process. Checking a token is a class
 * of its own, so that visitors cannot keep members out. Health and readiness are not counted, and wait for nothing.
 */
export const requestLimits = {
  member: { total: 1_024, account: 64, network: 512, site: 768 },
  identification: { total: 512, network: 128, site: 256 },
  visitor: { total: 1_024, network: 256, site: 512 },
} as const satisfies Record<string, ShareLimits>;

/** Bodies that are being received. Beyond a limit the one that has been on its way for longest is given up. */
export const bodyLimits = {
  member: { total: 512, account: 32, network: 256, site: 384 },
  visitor: { total: 512, network: 128, site: 256 },
} as const satisfies Record<string, ShareLimits>;

/** Large bodies of one account that are received or worked on at the same time, and those that wait for that. */
export const largeBodyLimits = { account: 2, waiting: 8 } as const;

/** Connections to the HTTP server, idle ones and WebSockets included. */
export const connectionLimits: ShareLimits = { total: 20_000, network: 1_024, site: 4_096 };

/** Live connections: of viewers, of recorders that have shown their token, and of those that have not yet. */
export const liveLimits = {
  viewer: { total: 10_000, network: 128, site: 512 },
  recorder: { total: 1_000, account: 16 },
  unknownRecorder: { total: 500, network: 32, site: 64 },
} as const satisfies Record<string, ShareLimits>;

/** Live connections that may be opened in a minute: each is a try to guess a key. */
export const newLiveConnections: ShareLimits = { total: Number.POSITIVE_INFINITY, network: 300, site: 1_200 };

/** The budget of recorders: bytes in a second, and ms of each second of the event loop. */
export const recorderBudgets = {
  recorder: { bytes: 256 * 1_024, time: 200 },
  account: { bytes: 512 * 1_024, time: 400 },
  all: { bytes: Number.POSITIVE_INFINITY, time: 500 },
  /** The share of each recorder when all together exceed theirs. */
  assured: { bytes: Number.POSITIVE_INFINITY, time: 30 },
} as const;

/** Calls that take long, and images: how many run at the same time, and how many of one client wait. */
export const slowCallLimits = { running: 2, waiting: 48 } as const;
export const imageLimits = { running: 1, waiting: 4 } as const;
/** Pictures that are drawn. Those who share a proxy of a chat wait together. */
export const pictureLimits = { running: 1, waiting: 12 } as const;
