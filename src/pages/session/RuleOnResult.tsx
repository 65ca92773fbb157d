import { pageOwnSeasons } from '#contract/calls/seasons';
import { maximumPageSize } from '#contract/constants';
import type { SeasonSummary } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { resultRows } from '../../format/results.ts';
import { rulingPath } from '../../format/season-sections.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';

/** Begins a ruling on a driver of this race, for those who rule in a season that has it; nothing for others. */
export function RuleOnResult({ session }: { session: Session }) {
  const query = { page: 0, pageSize: maximumPageSize, SessionId: session.id, right: 'rule' } as const;
  const { value } = useRead({ call: pageOwnSeasons, query });
  const dialog = useDialogHistory();
  const seasons = value?.seasons ?? [];
  if (seasons.length === 0) return null;
  return (
    <>
      <Button onClick={dialog.open} aria-haspopup="dialog">
        Rule on this result
      </Button>
      <Sheet id="rule-title" title="Rule on this result" note="Choose the driver; more can be added." dialog={dialog}>
        {seasons.map((season) => (
          <DriversOf key={season.id} season={season} session={session} isOnly={seasons.length === 1} />
        ))}
      </Sheet>
    </>
  );
}

interface DriversOfProps {
  readonly season: SeasonSummary;
  readonly session: Session;
  readonly isOnly: boolean;
}

function DriversOf({ season, session, isOnly }: DriversOfProps) {
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
              href={rulingPath(season.id, session.id, driver.carIndex)}
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
