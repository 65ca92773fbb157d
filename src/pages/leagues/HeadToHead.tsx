import type { Rival } from '#contract/entities/record';
import { formatCount } from '../../format/count.ts';

/** Two drivers side by side: who was ahead how often, in the results of their common races and on the grids. */
export function HeadToHead({ name, rival }: { name: string; rival: Rival }) {
  const rows = [
    { label: 'Ahead in the result', own: rival.ahead, other: rival.behind },
    { label: 'Ahead on the grid', own: rival.startedAhead, other: rival.startedBehind },
  ];
  return (
    <section aria-label={`${name} against ${rival.name}`} className="card stack gap-3 p-3.5">
      <div className="grid grid-cols-2 gap-4 text-17 font-800">
        <bdi className="truncate">{name}</bdi>
        <bdi className="truncate text-right">{rival.name}</bdi>
      </div>
      <dl className="stack gap-3">
        {rows.map(({ label, own, other }) => (
          <div key={label} className="stack gap-1">
            <dt className="text-center text-14 text-mute">{label}</dt>
            <dd className="grid grid-cols-[3ch_minmax(0,1fr)_3ch] items-center gap-3 text-20 font-800">
              <span>{own}</span>
              <span aria-hidden="true" className="flex h-2 gap-0.5">
                <span className="rounded-full bg-text" style={{ flexGrow: own }} />
                <span className="rounded-full bg-mute" style={{ flexGrow: other }} />
              </span>
              <span className="text-right text-mute">
                <span className="sr-only"> to </span>
                {other}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-center text-14 text-mute">{formatCount(rival.races, 'common race')}</p>
    </section>
  );
}
