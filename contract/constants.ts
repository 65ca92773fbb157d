/** Widths in CSS pixels (spec §2, §9). */
export const mobileBreakpoint = 1050;
export const searchBoxWidth = 500;

/** Router timings in milliseconds (spec §9). */
export const pendingDelay = 1_000;
export const pendingMinimum = 500;
export const preloadDelay = 50;
export const cacheLifetime = 5 * 60_000;
export const preloadStaleTime = 30_000;

/** After this long without answer and copy a page says it is still waiting (design §6). */
export const stillWaitingDelay = 10_000;

/** Paging: pages count from 0 (design §4). */
export const defaultPageSize = 20;
export const maximumPageSize = 100;
export const unpagedBound = 100;
export const searchBound = 10;

/** Body limits in bytes (design §4). */
export const bodyLimit = 64 * 1024;
export const imageBodyLimit = 3 * 1024 * 1024;
export const sessionBodyLimit = 8 * 1024 * 1024;

/** Thumbnails: decoded bytes, pixels a side, pixels in all, pixels a side once re-encoded (design §4). */
export const thumbnailBytes = 2 * 1024 * 1024;
export const thumbnailSide = 4096;
export const thumbnailPixels = 16_000_000;
export const thumbnailStoredSide = 512;

/** How long an Idempotency-Key is remembered, in milliseconds (design §4). */
export const idempotencyLifetime = 24 * 60 * 60_000;

/** The session is refreshed this often by the product itself, in ms (spec §9). */
export const productRefreshDelay = 30 * 60_000;

/** How long a new version may take to take over before the page reloads anyway, in ms. */
export const activationPatience = 4_000;

/** The download page opens this long after the click, in ms (spec §9). */
export const downloadInfoDelay = 1_000;

/** The consent cookie (spec §9): its name, its lifetime in days, and the revision it must be of. */
export const consentCookie = 'cc_cookie';
export const consentDays = 182;
export const consentRevision = 0;

/** An offer to install that was declined is not made again for so long, in ms. */
export const installRest = 60 * 24 * 60 * 60_000;
