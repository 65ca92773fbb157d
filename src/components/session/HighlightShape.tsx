/** The shape beside the colour of a best time, for people who cannot distinguish the colours. */
export function HighlightShape({ highlight }: { highlight: 'sessionBest' | 'personalBest' }) {
  return highlight === 'sessionBest' ? (
    <span aria-hidden="true" className="mr-1 inline-block size-2 rounded-full border-2 border-purple align-middle" />
  ) : (
    <span aria-hidden="true" className="mr-1 inline-block h-[3px] w-2.5 bg-green align-middle" />
  );
}
