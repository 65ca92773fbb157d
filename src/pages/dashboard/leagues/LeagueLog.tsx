import { useState } from 'react';
import { listLeagueLog } from '#contract/calls/members';
import type { LeagueLog as Log } from '#contract/entities/member';
import { useRead } from '../../../actors/read.tsx';
import { Button } from '../../../components/Button.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { formatInstant } from '../../../format/date.ts';
import { logText } from './log-words.ts';

interface LeagueLogProps {
  readonly leagueId: string;
  /** Where the page begins; absent: with the newest entry. */
  readonly after?: string;
}

/** Who has changed what, the newest first; more pages follow on demand. */
export function LeagueLog({ leagueId, after }: LeagueLogProps) {
  const query = after === undefined ? {} : { after };
  const read = useRead({ call: listLeagueLog, params: { leagueId }, query });
  const [isOpen, setOpen] = useState(false);
  return (
    <ReadView isPart read={read} withAge={after === undefined} skeleton={<Skeleton height={160} />}>
      {({ entries, next }) => (
        <>
          {entries.length === 0 && after === undefined ? (
            <p className="text-mute">What the members of this league change from now on is listed here.</p>
          ) : (
            <ul className="grid">
              {entries.map((entry) => (
                <LogRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
          {next === null ? null : isOpen ? (
            <LeagueLog key={next} leagueId={leagueId} after={next} />
          ) : (
            <Button className="justify-self-start" onClick={() => setOpen(true)}>
              More
            </Button>
          )}
        </>
      )}
    </ReadView>
  );
}

function LogRow({ entry }: { entry: Log['entries'][number] }) {
  const { at, userName, seasonId, seasonName } = entry;
  return (
    <li className="grid gap-0.5 border-b border-hair py-2 last:border-0">
      <p className="wrap-anywhere">
        <bdi className="font-650">{userName ?? 'A former member'}</bdi> <bdi>{logText(entry)}</bdi>
      </p>
      <p className="text-14 wrap-anywhere text-mute">
        {seasonName === null ? null : (
          <>
            <PageLink href={`/seasons/${seasonId}`} className="hover:text-text">
              <bdi>{seasonName}</bdi>
            </PageLink>{' '}
            ·{' '}
          </>
        )}
        {formatInstant(at)}
      </p>
    </li>
  );
}
