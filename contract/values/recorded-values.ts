import { real, whole } from './values.ts';

/** A time in ms of a lap, sector, gap or race: up to 24 hours. */
export const Milliseconds = whole(0, 86_400_000);
/** A day, and 10 hours of penalties. */
export const longestRaceTime = 122_400_000;
export const RaceMilliseconds = whole(0, longestRaceTime);
/** The time of a completed lap in ms; the game's 0 means that there is none. */
export const LapMilliseconds = whole(1, 86_400_000);
/** A signed difference in milliseconds. */
export const Delta = whole(-86_400_000, 86_400_000);
/** A time since the start of a session, in ms: up to a week. */
export const SessionMilliseconds = whole(0, 604_800_000);
/** A duration in s, up to a week; the longest session of the game takes 24 hours. */
export const Seconds = whole(0, 604_800);
export const Celsius = whole(-60, 100);
export const Percent = whole(0, 100);
/** Metres along a lap; negative before the start line. */
export const LapMetres = real(-100_000, 100_000);
/** The game's car index within one session. */
export const CarIndex = whole(0, 63);
export const Position = whole(1, 64);
/** A link identifier of the game: unsigned, 32 bits. */
export const LinkIdentifier = whole(0, 4_294_967_295);
