import { type ReactNode, useMemo } from 'react';
import type { Session } from '#contract/entities/session';
import { seasonBesideLeague } from '#contract/race/describe-session';
import { changesResult, isRuled } from '#contract/race/ruled-event';
import { RuledResultContext } from '../../components/session/ruled-result-context.ts';
import { resultName, ruledResultOf } from '../../format/ruled-result.ts';
import { type ResultLink, RulingsBand } from './RulingsBand.tsx';
import { type SessionView, viewHref } from './session-view.ts';

interface RuledSessionProps {
  /** The session with the game's own result. */
  readonly session: Session;
  readonly view: SessionView;
  /** The page, with the session that it shows and what stewards ruled on it. */
  readonly children: (session: Session, band: ReactNode) => ReactNode;
}

/** A session as the address says: by the rules and rulings of a season, or as the game has it. */
export function RuledSession({ session, view, children }: RuledSessionProps) {
  const ruled = useMemo(() => ruledResultOf(session, view.result), [session, view.result]);
  if (ruled === null) return children(session, null);
  return (
    <RuledResultContext value={ruled}>
      {children(ruled.session, <RulingsBand session={session} ruled={ruled} links={linksOf(session, view)} />)}
    </RuledResultContext>
  );
}

/** The seasons with rulings or another result, and the game; none where all have the same result. */
function linksOf(session: Session, view: SessionView): ResultLink[] {
  const events = (session.events ?? []).filter(isRuled);
  if (events.length < 2 && !events.some(changesResult)) return [];
  const results = [
    ...events.map((event) => ({
      result: event.seasonId,
      label: events.length === 1 ? resultName(event) : seasonBesideLeague(event),
    })),
    { result: 'game', label: 'Game' },
  ];
  return results.map((each) => ({ ...each, href: viewHref({ ...view, result: each.result }) }));
}
