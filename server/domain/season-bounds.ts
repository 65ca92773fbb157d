/** The most events, sessions and rulings of a season: its standings are computed from all of them. */
export const maxEvents = 100;
export const maxSessions = 200;
/** Withdrawn ones included. */
export const maxRulings = 500;
