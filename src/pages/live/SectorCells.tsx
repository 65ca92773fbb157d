import { memo } from 'react';
import type { LiveHighlight } from '#contract/race/live-timing';
import { highlightColours } from '../../components/live/highlight-colours.ts';
import { HighlightShape } from '../../components/session/HighlightShape.tsx';
import { roles } from './table-roles.ts';

interface Sectors {
  readonly sector1: string;
  readonly sector2: string;
  readonly sector3: string;
  readonly sector1Highlight: LiveHighlight;
  readonly sector2Highlight: LiveHighlight;
  readonly sector3Highlight: LiveHighlight;
}

/** The columns of the three sector times in a row of a timing tower. */
export function SectorCells({ row }: { row: Sectors }) {
  const cells = [
    [row.sector1, row.sector1Highlight],
    [row.sector2, row.sector2Highlight],
    [row.sector3, row.sector3Highlight],
  ] as const;
  return cells.map(([text, highlight], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sectors of a lap keep their order
    <td {...roles.cell} key={index} className="px-1.5 text-right">
      <SectorTime text={text} highlight={highlight} />
    </td>
  ));
}

/** A sector time in its colour, with a shape. */
const SectorTime = memo(function SectorTime({ text, highlight }: { text: string; highlight: LiveHighlight }) {
  return (
    <span className={`whitespace-nowrap ${highlightColours[highlight]}`}>
      {highlight === 'sessionBest' || highlight === 'personalBest' ? <HighlightShape highlight={highlight} /> : null}
      {text}
    </span>
  );
});
