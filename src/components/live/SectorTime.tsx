import { memo } from 'react';
import type { LiveHighlight } from '#contract/race/live-timing';
import { HighlightShape } from '../session/HighlightShape.tsx';
import { highlightColours } from './highlight-colours.ts';

/** A sector time in its colour, with a shape. */
export const SectorTime = memo(function SectorTime({ text, highlight }: { text: string; highlight: LiveHighlight }) {
  return (
    <span className={`whitespace-nowrap ${highlightColours[highlight]}`}>
      {highlight === 'sessionBest' || highlight === 'personalBest' ? <HighlightShape highlight={highlight} /> : null}
      {text}
    </span>
  );
});
