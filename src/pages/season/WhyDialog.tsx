import type { Result } from '#contract/season';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={layer.ref}
      onClose={layer.onClose}
      onClick={(event) => (event.target === event.currentTarget ? layer.close() : undefined)}
      aria-labelledby="why-title"
      className="m-auto w-full max-w-sm rounded-10 border border-line bg-panel p-0 max-desk:mb-0 max-desk:max-w-none max-desk:rounded-b-none"
    >
      {asked === null ? null : (
        <div className="grid gap-3 p-4 pb-[calc(env(safe-area-inset-bottom)+16px)]">
          <div className="flex items-start gap-3">
            <div className="grid min-w-0 gap-0.5">
              <h2 id="why-title" className="truncate text-20 font-800">
                <bdi>{asked.name}</bdi>
              </h2>
              <p className="text-14 text-mute">{asked.title}</p>
            </div>
            <button
              type="button"
              onClick={layer.close}
              className="-mt-1 -mr-2 ml-auto grid h-11 w-11 shrink-0 place-items-center text-mute"
            >
              <Icon path={frameIcons.close} size={22} />
              <span className="sr-only">Close</span>
            </button>
          </div>
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
        </div>
      )}
    </dialog>
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
