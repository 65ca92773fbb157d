import type { Weekend } from '#contract/race/weekends';
import { PageLink } from '../../components/PageLink.tsx';
import { Podium } from '../../components/Podium.tsx';
import { SessionTeamColours } from '../../components/SessionTeamColours.tsx';
import { formatDayAndTime } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { podiumLines } from '../../format/podium-lines.ts';
import { placeText } from '../../format/session-event.ts';
import { typeCode } from '../../format/type-code.ts';
import { SessionChips } from './SessionChips.tsx';

/** The weekend that was driven last: its podium by name, and its other sessions. */
export function LastRaceNight({ weekend: { main, others } }: { weekend: Weekend }) {
  const { id, trackId, sessionStartTime, events } = main;
  const podium = podiumLines(main);
  const place = placeText(events);
  return (
    <article aria-labelledby="last-night" className="card relative stack gap-3 p-4">
      <PageLink href={`/sessions/${id}`} badge="corner" className="group stack gap-3">
        <span className="stack gap-0.5">
          <span className="truncate text-14 text-mute">
            {formatDayAndTime(sessionStartTime)}
            {place === '' ? null : <bdi> · {place}</bdi>}
          </span>
          <h3 id="last-night" className="text-20 font-800 group-hover:underline desk:text-26">
            {trackName(trackId)} <span className="font-650 text-mute">{typeCode(main).name}</span>
          </h3>
        </span>
        {podium.length === 0 ? (
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
