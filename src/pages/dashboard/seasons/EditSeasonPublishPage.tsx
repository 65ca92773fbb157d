import { listRevisions } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';
import { useRead } from '../../../actors/read.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { StandingsDiff } from '../../../components/season/StandingsDiff.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatInstant } from '../../../format/date.ts';
import { ExportSection } from './ExportSection.tsx';
import { PublishForm } from './PublishForm.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';
import type { SectionProps } from './section-props.ts';

/** Makes the standings of a season official, and shares them. */
export function EditSeasonPublishPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="publish" title="Official standings">
      {(props) => (
        <>
          <SectionCard id="publish" title="Official standings">
            <PublishSection {...props} />
          </SectionCard>
          <SectionCard id="export" title="Share and export">
            <ExportSection {...props} />
          </SectionCard>
        </>
      )}
    </SeasonEditor>
  );
}

/** Makes the standings official, takes that back, and shows every revision with its changes. */
function PublishSection({ season, version }: SectionProps) {
  const { revision = null } = season;
  const isCurrent = revision !== null && !revision.hasChanged;
  const drafts = (season.rulings ?? []).filter(({ state }) => state === 'draft').length;
  return (
    <>
      {drafts === 0 ? null : (
        <p className="text-amber">
          {formatCount(drafts, 'drafted ruling')} {drafts === 1 ? 'does' : 'do'} not count until put in force.
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className={`text-17 font-800 ${isCurrent ? 'text-green' : 'text-amber'}`}>
          {isCurrent ? `Official ${revision.number}` : 'Provisional'}
        </b>
        <span className="text-mute">{stateOf(season)}</span>
      </p>
      <PublishForm season={season} version={version} />
      {revision === null ? null : <Revisions season={season} />}
    </>
  );
}

/** The status of the standings, with the reason why they cannot be published. */
function stateOf({ standings, revision = null }: Season): string {
  if (!hasResults(standings)) return 'There are no results yet. Standings can be published once an event has a race.';
  if (revision === null) return 'No standings are official yet.';
  return revision.hasChanged
    ? `The standings have changed since official ${revision.number}.`
    : 'The standings are as they were published.';
}

/** Every revision, with its changes and the changes since. */
function Revisions({ season }: Pick<SectionProps, 'season'>) {
  const read = useRead({ call: listRevisions, params: { id: season.id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={120} />}>
      {(revisions) => {
        const [latest] = revisions;
        return (
          <div className="stack gap-4 border-t border-line pt-4">
            {latest === undefined || season.revision?.hasChanged !== true ? null : (
              <div className="stack gap-2">
                <h3 className="text-17 font-750">Changed since official {latest.number}</h3>
                <StandingsDiff
                  before={latest.standings}
                  after={season.standings}
                  label={`Changed since official ${latest.number}`}
                  equalText="Places and points are the same; details of results differ."
                />
              </div>
            )}
            <h3 className="text-17 font-750">Published so far</h3>
            <ol className="grid">
              {revisions.map(({ number, note, authorName, publishedAt, standings }, index) => (
                <li key={number} className="grid gap-1 border-b border-hair py-2 last:border-0">
                  <p className="flex flex-wrap gap-x-3">
                    <b className="font-750">Official {number}</b>
                    <span className="text-mute">
                      {authorName === null ? null : <bdi>{authorName}, </bdi>}
                      {formatInstant(publishedAt)}
                    </span>
                  </p>
                  {note === null ? null : (
                    <p className="wrap-anywhere whitespace-pre-line">
                      <bdi>{note}</bdi>
                    </p>
                  )}
                  {revisions[index + 1] === undefined ? null : (
                    <details>
                      <summary className="flex min-h-11 items-center link">What it changed</summary>
                      <StandingsDiff
                        before={revisions[index + 1]?.standings ?? standings}
                        after={standings}
                        label={`Changes of official ${number}`}
                        equalText="No place and no points."
                      />
                    </details>
                  )}
                </li>
              ))}
            </ol>
          </div>
        );
      }}
    </ReadView>
  );
}
