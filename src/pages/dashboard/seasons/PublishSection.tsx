import type { Season } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';
import { PublishForm } from './PublishForm.tsx';
import { Revisions } from './Revisions.tsx';
import type { SectionProps } from './section-props.ts';

/** Makes the standings official, takes that back, and shows every revision with its changes. */
export function PublishSection({ season, version }: SectionProps) {
  const { revision = null } = season;
  const isCurrent = revision !== null && !revision.hasChanged;
  return (
    <>
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
