import { getSeason, listDrivenSeasons } from '#contract/calls/seasons';
import { useRead } from '../../actors/read.tsx';
import { SeasonTeamColours } from '../../components/SeasonTeamColours.tsx';
import { Settling } from '../../components/Settling.tsx';
import { NextAnswer } from './NextAnswer.tsx';

/** The seasons whose next events are shown, the newest first. */
const mostShown = 3;

/** The next events of the seasons that a user drives in. */
export function NextAnswers({ userId }: { userId: string }) {
  const { value, phase } = useRead({ call: listDrivenSeasons, params: { userId }, query: { owner: 'any' } });
  const open = (value ?? []).filter(({ season: { eventCount = 0, lastRound } }) => eventCount > (lastRound ?? 0));
  if (open.length === 0) return <Settling phase={phase} />;
  return (
    <div className="stack gap-3">
      {open.slice(0, mostShown).map(({ season }) => (
        <InSeason key={season.id} id={season.id} />
      ))}
    </div>
  );
}

function InSeason({ id }: { id: string }) {
  const { value, phase } = useRead({ call: getSeason, params: { id } });
  if (value === null) return <Settling phase={phase} />;
  return (
    <SeasonTeamColours season={value}>
      <NextAnswer season={value} place={value.name} />
    </SeasonTeamColours>
  );
}
