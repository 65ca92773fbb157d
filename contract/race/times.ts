import type { Gap } from './gaps.ts';

/** In place of a missing time. */
export const noTime = '—';

function split(milliseconds: number): { hours: number; minutes: number; seconds: string } {
  const whole = Math.round(milliseconds);
  const rest = whole % 60_000;
  return {
    hours: Math.floor(whole / 3_600_000),
    minutes: Math.floor(whole / 60_000) % 60,
    seconds: `${String(Math.floor(rest / 1_000)).padStart(2, '0')}.${String(rest % 1_000).padStart(3, '0')}`,
  };
}

function isTime(milliseconds: number | null | undefined): milliseconds is number {
  return typeof milliseconds === 'number' && Number.isFinite(milliseconds) && milliseconds >= 0;
}

/** A time: `58.900`, `1:23.456`, `1:21:05.311`; in ms. */
export function formatTime(milliseconds: number | null | undefined): string {
  if (!isTime(milliseconds)) return noTime;
  const { hours, minutes, seconds } = split(milliseconds);
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
  return minutes > 0 ? `${minutes}:${seconds}` : seconds.replace(/^0(?=\d)/, '');
}

/** A lap time, always with minutes so that columns align: `0:58.900`. */
export function formatLap(milliseconds: number | null | undefined): string {
  if (!isTime(milliseconds)) return noTime;
  const { hours, minutes, seconds } = split(milliseconds);
  return `${hours * 60 + minutes}:${seconds}`;
}

/** A gap: `+1.234`, `+1:02.345`, `-0.120`, never `-0.000`; in ms. */
export function formatGap(milliseconds: number | null | undefined): string {
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return noTime;
  const whole = Math.round(milliseconds);
  return `${whole < 0 ? '-' : '+'}${formatTime(Math.abs(whole))}`;
}

/** Laps behind: `+1 LAP`, `+2 LAPS`. */
export function formatLapsBehind(laps: number): string {
  return `+${laps} ${laps === 1 ? 'LAP' : 'LAPS'}`;
}

/** A gap in time or laps: `+1.234`, `+1 LAP`. */
export function formatGapOf(gap: Gap | null): string {
  if (gap === null) return noTime;
  return 'laps' in gap ? formatLapsBehind(gap.laps) : formatGap(gap.milliseconds);
}

/** A countdown: `1:02:05`, `4:09`; in s. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** Points, with two decimals at most: `25`, `12.5`. */
export function formatPoints(points: number): string {
  return String(Math.round(points * 100) / 100);
}
