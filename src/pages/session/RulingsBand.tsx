import { useState } from 'react';
import type { Session } from '#contract/entities/session';
import { seasonBesideLeague } from '#contract/race/describe-session';
import { Button } from '../../components/Button.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { WatchLink } from '../../components/session/WatchLink.tsx';
import { formatCount } from '../../format/count.ts';
import { formatStart } from '../../format/date.ts';
import { type RuledResult, type RulingLine, resultName, ruledSentence } from '../../format/ruled-result.ts';

/** A result that can be shown. */
export interface ResultLink {
  readonly result: string;
  readonly label: string;
  readonly href: string;
}

interface RulingsBandProps {
  readonly session: Session;
  readonly ruled: RuledResult;
  /** The results to choose from; none where there is only one. */
  readonly links: readonly ResultLink[];
}

/** The number of rulings shown at first; more are one tap away, and are printed. */
const shownAtFirst = 3;

/** The stewards' rulings on a session or the rule that changed its result, their season, and whose result is shown. */
export function RulingsBand({ session, ruled, links }: RulingsBandProps) {
  const [isOpen, setOpen] = useState(false);
  const { event, lines } = ruled;
  const [before, after] = ruledSentence(session, event);
  const hidden = isOpen ? 0 : Math.max(0, lines.length - shownAtFirst);
  return (
    <section
      id="stewards"
      tabIndex={-1}
      aria-label={lines.length === 0 ? 'Result' : 'Stewards'}
      className="stack gap-1 border-l-[5px] border-amber bg-panel px-3 py-2 max-desk:-mx-4 desk:rounded-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          {before}{' '}
          <PageLink href={`/seasons/${event.seasonId}`} className="font-650 underline underline-offset-4">
            <bdi>{event.league == null ? event.seasonName : `${event.league.name} ${seasonBesideLeague(event)}`}</bdi>
          </PageLink>
          {after} {ruled.label === '' ? null : <b className="font-650">{shownText(ruled)}</b>}
        </p>
        {links.length === 0 ? null : <ResultSwitch links={links} current={ruled.result} />}
      </div>
      <ul className="text-14">
        {lines.map((line, index) => (
          <li
            key={line.id}
            className={`border-t border-hair py-1.5 ${!isOpen && index >= shownAtFirst ? 'hidden print:block' : ''}`}
          >
            <Line line={line} />
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <p className="no-print">
          <Button onClick={() => setOpen(true)}>Show {formatCount(hidden, 'more ruling')}</Button>
        </p>
      )}
    </section>
  );
}

function shownText({ isApplied, event }: RuledResult): string {
  return `This is the ${isApplied ? resultName(event).toLowerCase() : 'game'}’s result.`;
}

function Line({ line: { name, effect, change, reason, authorName, madeAt, moment } }: { line: RulingLine }) {
  return (
    <div className="flex items-baseline gap-3">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p>
          {name === null ? null : <bdi className="font-750">{name} </bdi>}
          <span className="font-650 text-amber">{effect}</span> · <bdi className="whitespace-pre-line">{reason}</bdi>
        </p>
        <p className="text-12 text-mute">
          {authorName === null ? null : (
            <>
              <bdi>{authorName}</bdi>,{' '}
            </>
          )}
          <time dateTime={madeAt}>
            <LocalTime instant={madeAt} format={formatStart} />
          </time>
        </p>
      </div>
      <WatchLink href={moment} />
      {change === null ? null : (
        <b className="shrink-0 text-17 font-800 whitespace-nowrap">
          {change.from} <span aria-hidden="true">→</span>
          <span className="sr-only">in the game, now</span> {change.to}
        </b>
      )}
    </div>
  );
}

function ResultSwitch({ links, current }: { links: readonly ResultLink[]; current: string }) {
  return (
    <nav aria-label="Result" className="no-print min-w-0">
      <ul className="strip-x gap-1">
        {links.map(({ result, label, href }) => (
          <li key={result}>
            <a
              href={href}
              aria-current={result === current ? 'true' : undefined}
              className={`flex h-11 items-center rounded-8 border px-4 text-14 font-650 whitespace-nowrap desk:h-9 ${result === current ? 'border-mute bg-raised text-text' : 'border-line text-mute hover:text-text'}`}
            >
              <bdi>{label}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
