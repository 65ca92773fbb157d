import type { Entry } from '#contract/entities/entry';
import { useEntryMoves } from '../../../actors/entry.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { TeamBar } from '../../../components/TeamBar.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';

/** A user who has entered the season, to accept or to decline. It is written at once. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { seasonId, userId, username, state, waiting, wish } = entry;
  const { can, submit, isBusy, failure, secondsLeft, wait } = useEntryMoves(seasonId, entry, 'staff', userId);
  const { name, number, team, isReserve, note } = wish;
  const facts = [
    ...[state === 'declined' ? 'declined' : waiting === null ? 'has entered' : `waiting list, number ${waiting}`],
    ...(team === null ? [] : [team]),
    ...(isReserve ? ['reserve'] : []),
  ];
  return (
    <li className="stack gap-2 border-b border-hair px-2 py-2">
      <div className="grid min-h-11 grid-cols-[36px_auto_minmax(0,1fr)] items-center gap-x-2.5">
        <b className="text-right text-17 font-800 text-mute tabular-nums">{number}</b>
        <TeamBar team={team} />
        <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="grid min-w-0 flex-1 basis-40">
            <h3 className="line-clamp-2 text-17 leading-tight font-750 wrap-anywhere">
              <PageLink href={`/user/${userId}`}>
                <bdi>{name}</bdi>
              </PageLink>
            </h3>
            <span className="text-14 wrap-anywhere text-mute">
              <span className={waiting === null && state === 'applied' ? 'text-amber' : ''}>{facts[0]}</span>
              {facts.slice(1).map((fact) => (
                <bdi key={fact}> · {fact}</bdi>
              ))}
              {username === null || username === name ? null : (
                <>
                  {' · account '}
                  <bdi>{username}</bdi>
                </>
              )}
            </span>
          </span>
          <span className="flex flex-wrap gap-2">
            {can('accept') || isBusy ? (
              <Button
                aria-label={`Accept ${name}`}
                isBusy={isBusy}
                isDisabled={secondsLeft > 0}
                onClick={() => submit({ move: 'accept' })}
              >
                Accept
              </Button>
            ) : null}
            {can('decline') ? (
              <ConfirmButton
                label="Decline"
                description={`Decline ${name}`}
                question={`Decline the entry of ${name}?`}
                confirmLabel="Decline"
                isBusy={isBusy}
                onConfirm={() => submit({ move: 'decline' })}
              />
            ) : null}
          </span>
        </div>
      </div>
      {note === null ? null : (
        <p className="pl-15 text-14 wrap-anywhere whitespace-pre-line">
          <bdi>{note}</bdi>
        </p>
      )}
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </li>
  );
}
