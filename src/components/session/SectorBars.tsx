import { useId } from 'react';
import type { Session } from '#contract/entities/session';
import { type LadderRow, sectorLadder } from '#contract/race/sector-ladder';
import { formatGap } from '../../format/time.ts';
import { Section } from '../Section.tsx';
import { TeamBar } from '../TeamBar.tsx';

const tones = ['bg-mute', 'bg-mute/65', 'bg-mute/35'] as const;

/** Where each driver lost time to pole: a bar of three sectors; the axis begins at a lap of the best sectors. */
export function SectorBars({ session }: { session: Session }) {
  const id = useId();
  const ladder = sectorLadder(session);
  if (ladder === null) return null;
  const { rows, poleLoss, lastSafe } = ladder;
  const lost = rows.map(({ losses }) => losses[0] + losses[1] + losses[2]).sort((one, other) => one - other);
  // One slow lap would make all other bars too short to read.
  const most = Math.max(1, (lost[Math.floor((lost.length - 1) * 0.9)] ?? 0) * 1.05);
  const off = rows.filter(({ losses }) => losses[0] + losses[1] + losses[2] > most).map(({ driver }) => driver.name);
  const share = (time: number) => `${(Math.min(time, most) / most) * 100}%`;
  return (
    <Section id={id} title="Gap to pole by sector">
      <p className="text-14 text-mute">
        Bars are sectors 1, 2 and 3 from the ideal lap of the best sectors on; purple is the best sector of all. Pole is{' '}
        {formatGap(poleLoss)} off it.{off.length === 0 ? '' : ` Off scale: ${off.join(', ')}.`}
      </p>
      <ol className="relative">
        {rows.map((row) => (
          <li
            key={row.driver.carIndex}
            className={`flex h-11 items-center gap-2 text-14 desk:h-8 ${row.position === lastSafe ? 'border-b-2 border-amber' : ''}`}
          >
            <span className="w-5 shrink-0 text-right text-mute">{row.position ?? '—'}</span>
            <TeamBar team={row.driver.team} driver={row.driver.carIndex} height={16} />
            <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 desk:flex">
              <bdi className="truncate font-650 desk:w-48 desk:shrink-0" title={row.driver.name}>
                {row.driver.name}
              </bdi>
              <span className="text-right font-650 desk:order-3 desk:w-16 desk:shrink-0">
                {row.gap === 0 ? 'Pole' : formatGap(row.gap)}
              </span>
              <span
                className="relative col-span-2 h-1.5 min-w-0 desk:order-2 desk:h-3 desk:flex-1"
                title={sectorsText(row)}
              >
                <span className="sr-only">{sectorsText(row)}</span>
                <span aria-hidden="true" className="flex h-full overflow-hidden">
                  {row.losses.map((loss, sector) => (
                    <span
                      key={tones[sector]}
                      className={loss === 0 ? 'w-1 shrink-0 bg-purple' : `shrink-0 ${tones[sector]}`}
                      style={loss === 0 ? undefined : { width: share(loss) }}
                    />
                  ))}
                </span>
                <span
                  aria-hidden="true"
                  className="absolute -inset-y-1 w-px bg-kerb desk:-inset-y-2.5"
                  style={{ left: share(poleLoss) }}
                />
              </span>
            </span>
          </li>
        ))}
      </ol>
      {lastSafe === null ? null : <p className="text-14 text-amber">Below the line: knocked out</p>}
    </Section>
  );
}

function sectorsText({ losses }: LadderRow): string {
  return losses.map((loss, index) => `sector ${index + 1} ${loss === 0 ? 'session best' : formatGap(loss)}`).join(', ');
}
