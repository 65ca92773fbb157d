interface LapScaleProps {
  readonly laps: number;
  /** Labels between the laps, in completed laps. */
  readonly marks?: readonly { readonly at: number; readonly label: string }[];
}

/** The names of laps above bars that are as wide as all laps of a session. */
export function LapScale({ laps, marks = [] }: LapScaleProps) {
  const step = laps <= 10 ? 1 : laps <= 40 ? 5 : 10;
  const named = Array.from({ length: Math.floor(laps / step) }, (_, index) => (index + 1) * step);
  const isFree = (lap: number) => marks.every(({ at }) => Math.abs(at - lap + 0.5) > laps * 0.08);
  const left = (at: number) => ({ left: `${(at / laps) * 100}%` });
  return (
    <span aria-hidden="true" className="relative block h-4">
      {named.filter(isFree).map((lap) => (
        <span key={lap} className="absolute [translate:-50%]" style={left(lap - 0.5)}>
          L{lap}
        </span>
      ))}
      {marks.map(({ at, label }) => (
        <span key={at} className="absolute [translate:-50%] font-650 text-amber" style={left(at)}>
          {label}
        </span>
      ))}
    </span>
  );
}
