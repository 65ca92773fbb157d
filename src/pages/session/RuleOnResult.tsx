import { useState } from 'react';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { maximumPageSize } from '#contract/constants';
import type { SeasonSummary } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { resultRows } from '../../format/results.ts';
import { rulingPath } from '../../format/season-sections.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';

interface RuleOnResultProps {
  readonly session: Session;
  /** The time of its replay: the ruling is about that moment. */
  readonly timeNow?: () => number;
}

/** Begins a ruling on a driver of this race, for those who rule in a season that has it; nothing for others. */
export function RuleOnResult({ session, timeNow }: RuleOnResultProps) {
  const [at, setAt] = useState<number | null>(null);
  const query = { page: 0, pageSize: maximumPageSize, SessionId: session.id, right: 'rule' } as const;
  const { value } = useRead({ call: pageOwnSeasons, query });
  const dialog = useDialogHistory();
  const seasons = value?.seasons ?? [];
  const title = timeNow === undefined ? 'Rule on this result' : 'Rule on this moment';
  if (seasons.length === 0) return null;
  return (
    <>
      <Button
        icon={timeNow === undefined ? undefined : pageIcons.flag}
        onClick={() => {
          setAt(timeNow?.() ?? null);
          dialog.open();
        }}
        aria-haspopup="dialog"
      >
        {timeNow === undefined ? title : <span className="phone:sr-only">{title}</span>}
      </Button>
      <Sheet id="rule-title" title={title} note="Choose the driver; more can be added." dialog={dialog}>
        {seasons.map((season) => (
          <DriversOf key={season.id} season={season} session={session} at={at} isOnly={seasons.length === 1} />
        ))}
      </Sheet>
    </>
  );
}

interface DriversOfProps {
  readonly season: SeasonSummary;
  readonly session: Session;
  readonly at: number | null;
  readonly isOnly: boolean;
}

function DriversOf({ season, session, at, isOnly }: DriversOfProps) {
  return (
    <section aria-label={season.name} className="stack gap-1">
      {isOnly ? null : (
        <h3 className="font-750">
          <bdi>{season.name}</bdi>
        </h3>
      )}
      <ul className="stack">
        {resultRows(session).map(({ driver, position }) => (
          <li key={driver.carIndex}>
            <PageLink
              href={rulingPath(season.id, { sessionId: session.id, carIndex: driver.carIndex, at })}
              className="flex min-h-11 items-center gap-2.5 border-b border-hair hover:bg-raised"
            >
              <b className="w-9 shrink-0 text-center font-800">{position ?? '–'}</b>
              <bdi className="min-w-0 truncate font-650">{driver.name}</bdi>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
