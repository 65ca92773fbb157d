import { HighlightShape } from './HighlightShape.tsx';

/** Before a time that is the best of the session. */
export function FastestMark() {
  return (
    <>
      <HighlightShape highlight="sessionBest" />
      <span className="sr-only">fastest </span>
    </>
  );
}
