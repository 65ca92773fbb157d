import { useState } from 'react';
import type { League } from '#contract/entities/league';
import { leaguePreview } from '#contract/entities/league-preview';
import { share } from '../../../browser/share.ts';
import { Button } from '../../../components/Button.tsx';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
import { pageIcons } from '../../../components/page-icons.ts';

/** The link of a league, and how chats show it. */
export function ShareLink({ league }: { league: League }) {
  const [message, setMessage] = useState('');
  const address = `${location.origin}/leagues/${league.id}`;

  async function handleShare(): Promise<void> {
    const outcome = await share({ title: league.name, url: address }, address);
    if (outcome === 'copied') setMessage('Copied');
    if (outcome === 'blocked') setMessage('Your browser blocked copying. Copy the address above.');
  }

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
      <p className="rounded-8 border border-line bg-bg p-3 text-14 wrap-anywhere select-all">{address}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={pageIcons.share} onClick={handleShare}>
          Share link
        </Button>
        <p role="status" className="text-14 text-mute">
          {message}
        </p>
      </div>
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
