import { updateRuling, withdrawRuling } from '#contract/calls/rulings';
import type { Ruling } from '#contract/entities/ruling';
import { scoringIn } from '#contract/race/preview';
import { useWrite } from '../../../actors/write.ts';
import { PageLink } from '../../../components/PageLink.tsx';
import { formatInstant } from '../../../format/date.ts';
import { scoredName, trackName } from '../../../format/names.ts';
import { rulingText } from '../../../format/ruling-text.ts';
import { momentOfRuling } from '../../../format/session-moments.ts';
import { ConfirmedWrite } from './ConfirmedWrite.tsx';
import type { SectionProps } from './section-props.ts';

interface RulingRowProps extends SectionProps {
  readonly ruling: Ruling;
}

/** A ruling in the ledger, which can be withdrawn, or a draft, which can be put in force. */
export function RulingRow({ season, version, ruling }: RulingRowProps) {
  const send = useWrite(withdrawRuling);
  const put = useWrite(updateRuling);
  const { reason, authorName, madeAt, withdrawnAt } = ruling;
  const isDraft = ruling.state === 'draft';
  const params = { id: season.id, rulingId: ruling.id };
  const isWithdrawn = withdrawnAt !== null;
  const moment = momentOfRuling(ruling);
  const place = placeOf({ season, ruling });
  const name = 'carIndex' in ruling ? nameOf({ season, ruling }) : null;
  return (
    <article aria-label={`${name ?? place}: ${rulingText(ruling)}`} className="stack gap-2">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className={`grid min-w-0 flex-1 basis-60 gap-0.5 ${isWithdrawn ? 'text-mute' : ''}`}>
          <p className={`font-750 ${isWithdrawn ? 'line-through' : ''}`}>
            {name === null ? null : (
              <>
                <bdi>{name}</bdi>{' '}
              </>
            )}
            <span className={isWithdrawn ? '' : 'text-amber'}>{rulingText(ruling)}</span>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">
            <bdi>{reason}</bdi>
          </p>
          <p className="text-14 text-mute">
            {place} · {authorName === null ? null : <bdi>{authorName}, </bdi>}
            {formatInstant(madeAt)}
            {withdrawnAt === null ? null : ` · withdrawn ${formatInstant(withdrawnAt)}`}
            {moment === undefined ? null : (
              <>
                {' · '}
                <PageLink href={`/sessions/${ruling.sessionId}${moment}`} className="link min-h-6">
                  Watch it
                </PageLink>
              </>
            )}
          </p>
        </div>
        {isDraft ? (
          <ConfirmedWrite
            label="Put in force"
            description={`Put in force: ${name ?? place}, ${rulingText(ruling)}`}
            question="Put this ruling in force? Everybody sees it then."
            confirmLabel="Put in force"
            write={(key, signal) => put({ entity: season, version, params, body: { state: 'inForce' }, key, signal })}
          />
        ) : null}
        {isWithdrawn ? null : (
          <ConfirmedWrite
            label="Withdraw"
            description={`Withdraw the ${isDraft ? 'draft' : 'ruling'} on ${name ?? place}`}
            question={isDraft ? 'Withdraw this draft? It is gone then.' : 'Withdraw this ruling?'}
            confirmLabel={isDraft ? 'Withdraw draft' : 'Withdraw ruling'}
            write={(key, signal) => send({ entity: season, version, params, key, signal })}
          />
        )}
      </div>
    </article>
  );
}

type OfRuling = Pick<SectionProps, 'season'> & { ruling: Ruling };

function placeOf({ season, ruling }: OfRuling): string {
  for (const event of season.events) {
    const attached = event.sessions.find(({ session }) => session.id === ruling.sessionId);
    if (attached !== undefined)
      return `${event.name ?? trackName(event.track)}, ${scoredName(attached.session.sessionType, scoringIn(event, ruling.sessionId))}`;
  }
  return 'A session that is not in this season any more';
}

function nameOf({ season, ruling }: OfRuling): string {
  if (!('carIndex' in ruling)) return '';
  const driver = season.standings.drivers.find(({ results }) =>
    results.some(({ sessionId, driverIdx }) => sessionId === ruling.sessionId && driverIdx === ruling.carIndex),
  );
  return driver?.name ?? `Car ${ruling.carIndex}`;
}
