import { projectOutline } from '#contract/race/track-geometry';

interface TrackIconProps {
  readonly points: readonly (readonly [number, number])[];
  /** The length of a lap in m. */
  readonly length: number;
}

/** In px. */
const size = 24;

/** The outline of a track as an icon; a name is always beside it. */
export function TrackIcon({ points, length }: TrackIconProps) {
  const { line } = projectOutline(points, length, { width: size, height: size, padding: 1.5 });
  // More points than pixels are of no use.
  const step = Math.max(1, Math.floor(line.length / 120));
  const path = line.filter((_, index) => index % step === 0).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return (
    <svg width={size} height={size} aria-hidden="true" className="shrink-0">
      <path d={`M${path.join('L')}Z`} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
