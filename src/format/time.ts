/** What stands where there is no time. */
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

/** A lap or a race: `58.900`, `1:23.456`, `1:21:05.311`; ms in. */
export function formatTime(milliseconds: number | null | undefined): string {
  if (!isTime(milliseconds)) return noTime;
  const { hours, minutes, seconds } = split(milliseconds);
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
  return minutes > 0 ? `${minutes}:${seconds}` : seconds.replace(/^0(?=\d)/, '');
}

/** A lap, always with minutes: `0:58.900`, so that a column of laps stays one. */
export function formatLap(milliseconds: number | null | undefined): string {
  if (!isTime(milliseconds)) return noTime;
  const { hours, minutes, seconds } = split(milliseconds);
  return `${hours * 60 + minutes}:${seconds}`;
}

/** A sector: `28.123`, or with minutes where it has them. */
export function formatSector(milliseconds: number | null | undefined): string {
  return formatTime(milliseconds);
}

/** A gap: `+1.234`, `+1:02.345`, `-0.120`; ms in; never `-0.000`. */
export function formatGap(milliseconds: number | null | undefined): string {
  if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) return noTime;
  const whole = Math.round(milliseconds);
  return `${whole < 0 ? '-' : '+'}${formatTime(Math.abs(whole))}`;
}

/** Laps behind: `+1 LAP`, `+2 LAPS`. */
export function formatLapsBehind(laps: number): string {
  return `+${laps} ${laps === 1 ? 'LAP' : 'LAPS'}`;
}

/** A duration in seconds as people say it: `2 h 05`, `34 min`, `45 s`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** Points: whole or with their half, never `12.50`. */
export function formatPoints(points: number): string {
  return String(Math.round(points * 100) / 100);
}
