import { describeSession, stoppedSentence } from '#contract/race/describe-session';
import type { Weekend } from '#contract/race/weekends';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { Podium } from '../../components/Podium.tsx';
import { SessionTeamColours } from '../../components/SessionTeamColours.tsx';
import { formatDayAndTime } from '../../format/date.ts';
import { podiumLines } from '../../format/podium-lines.ts';
import { SessionChips } from './SessionChips.tsx';

/** The weekend that was driven last: its podium by name, and its other sessions. */
export function LastRaceNight({ weekend: { main, others } }: { weekend: Weekend }) {
  const { id, sessionStartTime } = main;
  const podium = podiumLines(main);
  const { state, track, type, place } = describeSession(main);
  return (
    <article aria-labelledby="last-night" className="card relative stack gap-3 p-4">
      <PageLink href={`/sessions/${id}`} badge="corner" className="group stack gap-3">
        <span className="stack gap-0.5">
          <span className="truncate text-14 text-mute">
            <LocalTime instant={sessionStartTime} format={formatDayAndTime} />
            {place === '' ? null : <bdi> · {place}</bdi>}
          </span>
          <h3 id="last-night" className="text-20 font-800 group-hover:underline desk:text-26">
            {track} <span className="font-650 text-mute">{type}</span>
          </h3>
        </span>
        {state === 'incomplete' ? (
          <span>
            <b className="text-amber">Incomplete.</b> {stoppedSentence(main)}
          </span>
        ) : podium.length === 0 ? (
          <span className="text-mute">No result</span>
        ) : (
          <SessionTeamColours session={main}>
            <Podium
              places={podium.map(({ driver: { name, team }, text }, index) => ({
                position: index + 1,
                name,
                team,
                text,
              }))}
            />
          </SessionTeamColours>
        )}
      </PageLink>
      <SessionChips sessions={others} />
    </article>
  );
}
