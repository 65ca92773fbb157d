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

/** Three boxes: a dot in purple, a dash in green, half a box in yellow. */
export const SectorBoxes = memo(function SectorBoxes({ first, second, third }: SectorBoxesProps) {
  return (
    <span
      role="img"
      aria-label={`Sectors ${words[first]}, ${words[second]}, ${words[third]}`}
      className="inline-flex h-5 items-end gap-[3px] align-middle"
    >
      <Box highlight={first} />
      <Box highlight={second} />
      <Box highlight={third} />
    </span>
  );
});

function Box({ highlight }: { highlight: LiveHighlight }) {
  switch (highlight) {
    case 'sessionBest':
      return (
        <span className="grid h-5 w-3 place-items-center rounded-[3px] bg-purple">
          <span className="size-1.5 rounded-full bg-bg" />
        </span>
      );
    case 'personalBest':
      return (
        <span className="grid h-5 w-3 place-items-center rounded-[3px] bg-green">
          <span className="h-0.5 w-2 bg-bg" />
        </span>
      );
    case 'slower':
      return <span className="h-2.5 w-3 rounded-[3px] bg-yellow" />;
    default:
      return <span className="h-5 w-3 rounded-[3px] border border-line" />;
  }
}
