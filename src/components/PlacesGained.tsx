interface PlacesGainedProps {
  /** Negative where places were lost. */
  readonly places: number;
  readonly className?: string;
}

/** How many places somebody has gained or lost; nothing for 0. */
export function PlacesGained({ places, className = '' }: PlacesGainedProps) {
  if (places === 0) return null;
  return (
    <span className={`${className} ${places > 0 ? 'text-green' : 'text-red'}`}>
      <span aria-hidden="true">{places > 0 ? '▲' : '▼'}</span>
      <span className="sr-only">{places > 0 ? 'gained ' : 'lost '}</span>
      {Math.abs(places)}
    </span>
  );
}
