import type { League } from '#contract/entities/league';
import { leaguePreview } from '#contract/entities/league-preview';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
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
        <p className="text-mute">While the league is private, the link works for you alone.</p>
      )}
      <ShareAddress title={league.name} address={`${location.origin}/leagues/${league.id}`} />
    </div>
  );
}

/** Chats show the picture of a league small, and the one of the app large. */
function Preview({ league }: { league: League }) {
  const { title, description } = leaguePreview(league);
  const hasPicture = league.thumbnailId !== null;
  return (
    <figure
      className={`overflow-hidden rounded-10 border border-line bg-raised ${hasPicture ? 'flex items-center gap-3 p-3' : ''}`}
    >
      {hasPicture ? (
        <LeaguePicture league={league} size={72} />
      ) : (
        <img src="/og.png" alt="" width={1200} height={630} className="h-auto w-full" />
      )}
      <figcaption className={`stack min-w-0 gap-0.5 ${hasPicture ? '' : 'border-t border-line p-3'}`}>
        <span className="text-12 text-mute">{location.host}</span>
        <bdi className="truncate font-750">{title} · Pitboard</bdi>
        <span className="line-clamp-2 text-14 text-mute">{description}</span>
      </figcaption>
    </figure>
  );
}
