/** The most events and sessions of a season: its standings are computed from all of them. */
export const maxEvents = 100;
export const maxSessions = 200;
