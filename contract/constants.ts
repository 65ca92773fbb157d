/** A wait shows a skeleton after this delay, for at least this time; in ms. */
export const pendingDelay = 1_000;
export const pendingMinimum = 500;

/** A page that has waited this long in all says so and offers to try again, in ms. */
export const stillWaitingDelay = 10_000;

/** A link that is hovered or focused this long prefetches its page, in ms. */
export const prefetchDelay = 50;
/** A prefetched answer that is younger than this is not requested again, in ms. */
export const prefetchStaleTime = 30_000;
/** Answers stay this long in the memory of a tab, in ms. */
export const memoryCacheLifetime = 5 * 60_000;

/** Paged lists: pages count from 0. */
export const defaultPageSize = 20;
export const maximumPageSize = 100;
/** The most entries of a list without pages, and of each kind in a search. */
export const unpagedBound = 100;
export const searchBound = 10;

/** Limits of request bodies in bytes: by default, with an image, and with a session. */
export const bodyLimit = 64 * 1024;
export const imageBodyLimit = 3 * 1024 * 1024;
export const sessionBodyLimit = 8 * 1024 * 1024;

/** Limits of an uploaded picture: decoded bytes, px a side, px in all. */
export const thumbnailBytes = 2 * 1024 * 1024;
export const thumbnailSide = 4096;
export const thumbnailPixels = 16_000_000;
/** The longest side of a stored picture, in px. */
export const thumbnailStoredSide = 512;

/** A request without an answer for so long makes the network be checked, in ms. */
export const slowRequestDelay = 3_000;
/** A form says after so long that the server has not answered, and offers to stop or to try again, in ms. */
export const overdueDelay = 10_000;
/** The app refreshes the session at this interval, besides the refreshes of the auth client, in ms. */
export const sessionRefreshInterval = 30 * 60_000;

/** A new version that takes longer than this to activate is followed by a reload all the same, in ms. */
export const activationTimeout = 4_000;
/** An accepted version is activated after so long without an answer about a newer one: such a request counts as slow, in ms. */
export const newerCheckTimeout = 3_000;
/** A newer version that takes longer to install is offered later: forms offer to stop waiting after as long, in ms. */
export const newerInstallTimeout = 10_000;

/** The download page opens this long after the click on Download App, in ms. */
export const downloadInfoDelay = 1_000;

/** The consent cookie: its name, its lifetime in days, and its revision; a cookie of another revision is asked anew. */
export const consentCookie = 'cc_cookie';
export const consentLifetimeDays = 182;
export const consentRevision = 0;

/** The install offer stays away for this long after it was declined, in ms. */
export const installOfferCooldown = 60 * 24 * 60 * 60_000;

/** The versions of each session that are stored. */
export const sessionVersionBound = 5;

/** Official standings can be withdrawn for so long, in s. */
export const revisionWithdrawTime = 600;

/** The shortest key of a private live session: shorter ones can be guessed. */
export const shortestKey = 8;

/** The longest name of a league, season or event, and the longest description, in visible characters. */
export const longestName = 80;
export const longestDescription = 2_000;

/** The tracks of the game are numbered from 0 to 32, and those that were added later from 39 to 42. */
export const trackNumbers = [
  [0, 32],
  [39, 42],
] as const;

/** How long an event takes, in ms, as seasons do not say: in calendars, and until one without a race is overdue. */
export const eventDuration = 2 * 60 * 60_000;

/** How long a code that connects a recorder is valid, in ms. */
export const pairingCodeLifetime = 10 * 60_000;

/** Passwords, addresses, tokens and recorders are changed, and accounts deleted, within this time after a sign-in, in ms. */
export const recentSignIn = 10 * 60_000;

/** The description of Pitboard in one sentence, for previews of shared links. */
export const siteDescription =
  'Race sessions, lap by lap, with leagues, seasons and standings for F1-style racing games.';

/** The longest delay of a viewer of a live race, in s. */
export const longestDelay = 300;
