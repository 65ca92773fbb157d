import type { ComponentProps } from 'react';
import type { Season } from '#contract/entities/season';
import { rosterDriverOf, type SeatedDriver, seatedDrivers } from '#contract/race/roster';
import { useUser } from '../../actors/auth.tsx';
import { useOwnEntry } from '../../actors/entry.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { ClaimDriver } from './ClaimDriver.tsx';

/** The drivers of the roster who have no result yet, and a way for a user to say which driver they are. */
export function RosterPanel({ season }: { season: Season }) {
  const user = useUser();
  const { drivers } = season.standings;
  const waiting = seatedDrivers(season).filter(({ name }) => rosterDriverOf(drivers, name) === null);
  return (
    <div className="stack max-w-4xl gap-4">
      {waiting.length === 0 ? null : (
        <section aria-labelledby="entries" className="stack gap-2">
          <h2 id="entries" className="text-17 font-750">
            {drivers.length === 0 ? 'Entry list' : 'Yet to race'}
          </h2>
          <ul className="grid border-t border-line desk:grid-cols-2 desk:gap-x-8">
            {waiting.map((driver) => (
              <Entry key={driver.id} driver={driver} />
            ))}
          </ul>
        </section>
      )}
      {user === null ? null : season.signUp == null ? (
        <ClaimDriver season={season} userId={user.userId} />
      ) : (
        <ClaimBesideEntry season={season} userId={user.userId} />
      )}
    </div>
  );
}

/** Who has entered, or has a seat by that, is told so above. */
function ClaimBesideEntry(props: ComponentProps<typeof ClaimDriver>) {
  const entry = useOwnEntry(props.season.id, props.userId);
  if (entry === undefined || entry?.state === 'applied' || entry?.state === 'accepted') return null;
  return <ClaimDriver {...props} />;
}

function Entry({ driver: { name, number, team, isReserve, userId } }: { driver: SeatedDriver }) {
  return (
    <li className="flex min-h-11 items-center gap-2 border-b border-hair">
      <b className="w-9 shrink-0 text-center font-800 tabular-nums">{number}</b>
      <TeamBar team={team} driver={name} height={26} />
      <span className="grid min-w-0">
        {userId === null ? (
          <bdi className="truncate font-750">{name}</bdi>
        ) : (
          <PageLink href={`/user/${userId}`} className="truncate font-750 underline decoration-line underline-offset-4">
            <bdi>{name}</bdi>
          </PageLink>
        )}
        <span className="truncate text-12 text-mute">{`${team ?? 'No team'}${isReserve ? ' · Reserve' : ''}`}</span>
      </span>
    </li>
  );
}
