import { memo } from 'react';
import type { LiveHighlight } from '#contract/race/live-timing';
import { HighlightShape } from '../../components/session/HighlightShape.tsx';
import { highlightColours } from './highlight-colours.ts';

/** A lap time; only bests have a colour. */
export const LapTime = memo(function LapTime({ text, highlight }: { text: string; highlight: LiveHighlight }) {
  if (highlight !== 'sessionBest' && highlight !== 'personalBest')
    return <span className={highlight === 'invalid' ? highlightColours.invalid : undefined}>{text}</span>;
  return (
    <span className={highlightColours[highlight]}>
      <HighlightShape highlight={highlight} />
      <span className="sr-only">{highlight === 'sessionBest' ? 'fastest ' : 'personal best '}</span>
      {text}
    </span>
  );
});
