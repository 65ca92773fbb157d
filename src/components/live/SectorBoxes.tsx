import { memo } from 'react';
import type { LiveHighlight } from '#contract/race/live-timing';

const words: Readonly<Record<LiveHighlight, string>> = {
  sessionBest: 'purple',
  personalBest: 'green',
  slower: 'yellow',
  invalid: 'invalid',
  none: 'no time',
};

interface SectorBoxesProps {
  readonly first: LiveHighlight;
  readonly second: LiveHighlight;
  readonly third: LiveHighlight;
}

/** A box keeps its element and its size, so that changes cause no layout. */
const boxes: Readonly<Record<LiveHighlight, string>> = {
  sessionBest: 'border-transparent box-dot bg-purple',
  personalBest: 'border-transparent box-dash bg-green',
  slower: 'border-transparent box-half bg-yellow',
  invalid: 'border-line',
  none: 'border-line',
};

/** Three boxes: a dot in purple, a dash in green, half a box in yellow. */
export const SectorBoxes = memo(function SectorBoxes({ first, second, third }: SectorBoxesProps) {
  return (
    <span
      role="img"
      aria-label={`Sectors ${words[first]}, ${words[second]}, ${words[third]}`}
      className="inline-flex h-5 items-end gap-[3px] align-middle forced-color-adjust-none"
    >
      <span className={`h-5 w-3 rounded-[3px] border ${boxes[first]}`} />
      <span className={`h-5 w-3 rounded-[3px] border ${boxes[second]}`} />
      <span className={`h-5 w-3 rounded-[3px] border ${boxes[third]}`} />
    </span>
  );
});
