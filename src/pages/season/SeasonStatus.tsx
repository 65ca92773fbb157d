import { type ReactNode, useState } from 'react';
import { listRevisions } from '#contract/calls/seasons';
import type { Season, Standings } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';
import { useRead } from '../../actors/read.tsx';
import type { Rights } from '../../actors/rights.tsx';
import { AfterDot } from '../../components/AfterDot.tsx';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { awaitsPublication } from '../../format/awaits-publication.ts';
import { formatCount } from '../../format/count.ts';
import { formatDay } from '../../format/date.ts';
import { sectionPath } from '../../format/season-sections.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { Part } from '../LoadBoundary.tsx';

const StandingsDiff = lazyPart(() =>
  import('../../components/season/StandingsDiff.tsx').then((loaded) => loaded.StandingsDiff),
);

interface SeasonStatusProps {
  readonly season: Season;
  readonly rights: Rights;
}

/** Whether the standings are provisional or official; dialogs show the changes since, and to staff what readers do not see yet. */
export function SeasonStatus({ season, rights }: SeasonStatusProps) {
  const { revision = null, standings, unpublished, provisional, rulings = [] } = season;
  const isAwaited = awaitsPublication(season);
  if (standings.drivers.length === 0 && revision === null && !isAwaited) return null;
  const isCurrent = revision !== null && (provisional === 'whenPublished' || !revision.hasChanged);
  const drafts = rulings.filter(({ state }) => state === 'draft').length;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <b
        className={`rounded-full border px-2.5 py-0.5 font-750 ${isCurrent ? 'border-green text-green' : 'border-amber text-amber'}`}
      >
        {isCurrent ? `Official ${revision.number}` : isAwaited ? 'Not published yet' : 'Provisional'}
      </b>
      {revision === null ? null : isCurrent ? (
        <span className="min-w-0 text-mute">
          <LocalTime instant={revision.publishedAt} format={formatDay} />
          {revision.authorName === null ? null : (
            <>
              {', '}
              <bdi>{revision.authorName}</bdi>
            </>
          )}
          <AfterDot text={revision.note} />
        </span>
      ) : (
        <Changes id="changed-since" title={`Changed since official ${revision.number}`}>
          <ChangesSince key={revision.number} season={season} />
        </Changes>
      )}
      {unpublished === undefined || revision?.hasChanged === false || !hasResults(unpublished) ? null : (
        <Changes id="unpublished" title="Readers do not see everything yet">
          <Unpublished season={season} unpublished={unpublished} rights={rights} />
        </Changes>
      )}
      {drafts === 0 || !rights.can('rule') ? null : (
        <a href={sectionPath(season.id, 'rulings')} className="no-print inline-flex min-h-6 items-center link">
          {formatCount(drafts, 'drafted ruling')}
        </a>
      )}
    </div>
  );
}

interface ChangesProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Opens a dialog, whose content is made with the first opening. */
function Changes({ id, title, children }: ChangesProps) {
  const dialog = useDialogHistory();
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <Button
        kind="link"
        aria-haspopup="dialog"
        className="no-print"
        onClick={() => {
          setWasOpened(true);
          dialog.open();
        }}
      >
        {title}
      </Button>
      <Sheet id={id} title={title} dialog={dialog}>
        {wasOpened ? children : null}
      </Sheet>
    </>
  );
}

const equalText = 'Places and points are the same; details of results differ.';

function ChangesSince({ season }: { season: Season }) {
  const read = useRead({ call: listRevisions, params: { id: season.id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={160} />}>
      {([latest]) =>
        latest === undefined ? null : (
          <Part fallback={<Skeleton height={160} />}>
            <StandingsDiff
              before={latest.standings}
              after={season.standings}
              label={`Changed since official ${latest.number}`}
              equalText={equalText}
            />
          </Part>
        )
      }
    </ReadView>
  );
}

type UnpublishedProps = SeasonStatusProps & { readonly unpublished: Standings };

/** The current standings beside those that readers see, with the way to publish them. */
function Unpublished({ season, unpublished, rights }: UnpublishedProps) {
  return (
    <div className="stack gap-4">
      <p className="text-mute">
        {season.revision == null
          ? 'Nothing is published. The standings now:'
          : `Readers see official ${season.revision.number}. Since then:`}
      </p>
      <Part fallback={<Skeleton height={160} />}>
        <StandingsDiff
          before={season.standings}
          after={unpublished}
          label="Standings that are not published"
          equalText={equalText}
        />
      </Part>
      {rights.can('publish') ? (
        <ButtonLink kind="primary" href={sectionPath(season.id, 'publish')} className="justify-self-start">
          Publish the standings
        </ButtonLink>
      ) : null}
    </div>
  );
}
