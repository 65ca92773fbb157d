/** The places that were gained or lost; nothing for none. */
export function PlacesMoved({ places }: { places: number | null }) {
  if (places === null || places === 0) return null;
  return (
    <span className={places > 0 ? 'won' : 'lost'}>
      {places > 0 ? '▲' : '▼'}
      {Math.abs(places)}
    </span>
  );
}
