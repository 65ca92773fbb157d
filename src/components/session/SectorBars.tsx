import { useId } from 'react';
import type { Session } from '#contract/entities/session';
import { type LadderRow, sectorLadder } from '#contract/race/sector-ladder';
import { codesByCar } from '../../format/codes.ts';
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
  const codes = codesByCar(session.drivers);
  const lost = rows.map(({ losses }) => losses[0] + losses[1] + losses[2]).sort((one, other) => one - other);
  // One slow lap would make all other bars too short to read.
  const most = Math.max(1, (lost[Math.floor((lost.length - 1) * 0.9)] ?? 0) * 1.05);
  const off = lost.filter((each) => each > most).length;
  const share = (time: number) => `${(Math.min(time, most) / most) * 100}%`;
  return (
    <Section id={id} title="Gap to pole by sector">
      <p className="text-14 text-mute">
        Bars are sectors 1, 2 and 3 from the ideal lap of the best sectors on; purple is the best sector of all. Pole is{' '}
        {formatGap(poleLoss)} off it.{off === 0 ? '' : ` ${off} off scale.`}
      </p>
      <ol className="relative">
        {rows.map((row) => (
          <li
            key={row.driver.carIndex}
            className={`flex h-8 items-center gap-2 text-14 ${row.position === lastSafe ? 'border-b-2 border-amber' : ''}`}
          >
            <span className="w-5 text-right text-mute">{row.position ?? '—'}</span>
            <TeamBar team={row.driver.team} height={16} />
            <b className="w-10 shrink-0 desk:w-48 desk:truncate" title={row.driver.name}>
              <span className="desk:hidden">{codes.get(row.driver.carIndex)}</span>
              <bdi className="hidden desk:inline">{row.driver.name}</bdi>
            </b>
            <span className="relative h-3 min-w-0 flex-1" title={sectorsText(row)}>
              <span className="sr-only">{sectorsText(row)}</span>
              <span aria-hidden="true" className="flex h-3 overflow-hidden">
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
                className="absolute -inset-y-2.5 w-px bg-line"
                style={{ left: share(poleLoss) }}
              />
            </span>
            <span className="w-16 shrink-0 text-right font-650">{row.gap === 0 ? 'Pole' : formatGap(row.gap)}</span>
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
