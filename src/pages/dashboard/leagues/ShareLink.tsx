import type { League } from '#contract/entities/league';
import { leaguePreview } from '#contract/entities/league-preview';
import { ShareAddress } from '../../../components/ShareAddress.tsx';

/** The link of a league, and how chats show it. */
export function ShareLink({ league }: { league: League }) {
  return (
    <div className="stack gap-3">
      {league.isPublic ? (
        <>
          <p className="text-14 text-mute">This is how chats show the link.</p>
          <Preview league={league} />
        </>
      ) : (
        <p className="text-mute">While the league is private, the link works for its members and drivers alone.</p>
      )}
      <ShareAddress title={league.name} address={`${location.origin}/leagues/${league.id}`} />
    </div>
  );
}

/** The picture, title and text that chats read from the page of the league. */
function Preview({ league }: { league: League }) {
  const { title, description } = leaguePreview(league);
  return (
    <figure className="overflow-hidden rounded-10 border border-line bg-raised">
      <img
        src={`/api/League/${league.id}/picture`}
        alt=""
        width={1_200}
        height={630}
        loading="lazy"
        className="h-auto w-full"
      />
      <figcaption className="stack min-w-0 gap-0.5 border-t border-line p-3">
        <span className="text-12 text-mute">{location.host}</span>
        <bdi className="truncate font-750">{title} · Pitboard</bdi>
        <span className="line-clamp-2 text-14 text-mute">{description}</span>
      </figcaption>
    </figure>
  );
}
