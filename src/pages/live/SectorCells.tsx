import { memo } from 'react';
import type { LiveHighlight } from '#contract/race/live-timing';
import { HighlightShape } from '../../components/session/HighlightShape.tsx';
import { noTime } from '../../format/time.ts';
import { highlightColours } from './highlight-colours.ts';
import { roles } from './table-roles.ts';

interface Sectors {
  readonly sector1: string;
  readonly sector2: string;
  readonly sector3: string;
  readonly sector1Highlight: LiveHighlight;
  readonly sector2Highlight: LiveHighlight;
  readonly sector3Highlight: LiveHighlight;
  readonly oldFrom: number;
  readonly lastLap: number | null;
}

/** The columns of the three sector times in a row of a timing tower; those of the last lap are dim until they are driven again. */
export function SectorCells({ row }: { row: Sectors }) {
  const cells = [
    [row.sector1, row.sector1Highlight],
    [row.sector2, row.sector2Highlight],
    [row.sector3, row.sector3Highlight],
  ] as const;
  return cells.map(([text, highlight], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sectors of a lap keep their order
    <td {...roles.cell} key={index} className="px-1.5 text-right">
      <SectorTime text={text} highlight={highlight} lap={index >= row.oldFrom ? row.lastLap : null} />
    </td>
  ));
}

interface SectorTimeProps {
  readonly text: string;
  readonly highlight: LiveHighlight;
  /** The lap before, of which the time still is; null for the lap that is being driven. */
  readonly lap: number | null;
}

/** A sector time in its colour, with a shape. */
const SectorTime = memo(function SectorTime({ text, highlight, lap }: SectorTimeProps) {
  const isOld = lap !== null && text !== noTime;
  return (
    <span className={`whitespace-nowrap ${highlightColours[highlight]} ${isOld ? 'text-mute!' : ''}`}>
      {highlight === 'sessionBest' || highlight === 'personalBest' ? (
        <span className={isOld ? 'opacity-50' : ''}>
          <HighlightShape highlight={highlight} />
        </span>
      ) : null}
      {text}
      {isOld ? <span className="sr-only">, lap {lap}</span> : null}
    </span>
  );
});
