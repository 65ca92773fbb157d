import type { LiveHighlight } from '#contract/race/live-timing';
import { SectorTime } from '../../components/live/SectorTime.tsx';
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
