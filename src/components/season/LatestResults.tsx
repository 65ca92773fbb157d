import type { Result } from '#contract/entities/season';
import { resultText } from '../../format/results.ts';
import { resultLook } from './result-look.ts';

/** The last results of a driver or team as small squares, the latest at the right. */
export function LatestResults({ results }: { results: readonly (Result | null)[] }) {
  const texts = results.map((result) => (result === null ? 'none' : resultText(result)));
  return (
    <span className="inline-flex gap-0.5 align-middle">
      <span className="sr-only">{texts.join(', ')}</span>
      {results.map((result, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the squares of a row are a sequence of their own
          key={index}
          aria-hidden="true"
          className={`grid size-5 place-items-center rounded-[3px] text-12 ${result === null ? 'text-mute' : resultLook(result)}`}
        >
          {result === null ? '·' : squareText(result)}
        </span>
      ))}
    </span>
  );
}

/** A place, or a cross for who did not finish. */
function squareText(result: Result): string {
  const text = resultText(result);
  return /^\d+$/.test(text) ? text : '×';
}
