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
  /** The first box, from 0, of the lap before; 3 for none. */
  readonly oldFrom: number;
  readonly lastLap: number | null;
}

/** A box keeps its element and its size, so that changes cause no layout. */
const boxes: Readonly<Record<LiveHighlight, string>> = {
  sessionBest: 'border-transparent box-dot bg-purple',
  personalBest: 'border-transparent box-dash bg-green',
  slower: 'border-transparent box-half bg-yellow',
  invalid: 'border-line',
  none: 'border-line',
};

/** Three boxes: a dot in purple, a dash in green, half a box in yellow; those of the last lap are dim. */
export const SectorBoxes = memo(function SectorBoxes({ first, second, third, oldFrom, lastLap }: SectorBoxesProps) {
  const highlights = [first, second, third];
  const wordsOf = (some: readonly LiveHighlight[]) => some.map((highlight) => words[highlight]).join(', ');
  const old = lastLap === null ? '' : `lap ${lastLap} ${wordsOf(highlights.slice(oldFrom))}`;
  const parts = oldFrom === 3 ? [wordsOf(highlights)] : [wordsOf(highlights.slice(0, oldFrom)), old];
  return (
    <span
      role="img"
      aria-label={`Sectors ${parts.filter(Boolean).join(', ') || 'no time'}`}
      className="inline-flex h-5 items-end gap-[3px] align-middle forced-color-adjust-none"
    >
      {highlights.map((highlight, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the sectors of a lap keep their order
          key={index}
          className={`h-5 w-3 rounded-[3px] border ${boxes[highlight]} ${index < oldFrom ? '' : 'opacity-40'}`}
        />
      ))}
    </span>
  );
});
