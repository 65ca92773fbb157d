import type { Result } from '#contract/season';
import { Sheet } from '../../components/Sheet.tsx';
import { formatPoints } from '../../format/time.ts';
import { resultText } from '../../race/season.ts';
import type { useLayer } from '../shell/navigation.tsx';

/** What was asked about: a driver's result in a race. */
export interface Asked {
  readonly name: string;
  readonly title: string;
  readonly result: Result;
}

const bonusWords = { fastestLap: 'Fastest lap', pole: 'Pole position' };

/** Where the points of a result come from (design §7). */
export function WhyDialog({ asked, layer }: { asked: Asked | null; layer: ReturnType<typeof useLayer> }) {
  return (
    <Sheet id="why-title" title={<bdi>{asked?.name}</bdi>} note={asked?.title ?? ''} layer={layer}>
      {asked === null ? null : (
        <>
          <dl className="grid">
            <Line
              word="Result"
              value={/^\d+$/.test(resultText(asked.result)) ? `P${resultText(asked.result)}` : resultText(asked.result)}
            />
            <Line word="From the table" value={formatPoints(asked.result.base ?? asked.result.points)} />
            {(asked.result.bonuses ?? []).map((bonus) => (
              <Line key={bonus.kind} word={bonusWords[bonus.kind]} value={`+${formatPoints(bonus.points)}`} />
            ))}
            {asked.result.rulings === undefined ? null : (
              <Line word="Rulings" value={String(asked.result.rulings.length)} />
            )}
            {asked.result.dropped === true ? <Line word="Dropped result" value="does not count" /> : null}
            <Line word="Points" value={formatPoints(asked.result.points)} isSum />
          </dl>
          <a href={`/sessions/${asked.result.sessionId}`} className="action border border-line">
            Open the session
          </a>
        </>
      )}
    </Sheet>
  );
}

function Line({ word, value, isSum = false }: { word: string; value: string; isSum?: boolean }) {
  return (
    <div
      className={`flex min-h-9 items-center justify-between gap-3 ${isSum ? 'text-17 font-800' : 'border-b border-hair'}`}
    >
      <dt className={isSum ? '' : 'text-mute'}>{word}</dt>
      <dd className={isSum ? 'text-amber' : 'font-650'}>{value}</dd>
    </div>
  );
}
