import { type ReactNode, useState } from 'react';
import type { Entry, Wish } from '#contract/entities/entry';
import type { Season } from '#contract/entities/season';
import { isSignUpOpen } from '#contract/race/entries';
import { usePhase, useUser } from '../../actors/auth.tsx';
import { type EntryMoves, useEntryMoves, useOwnEntry } from '../../actors/entry.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { formatStart } from '../../format/date.ts';
import { withRedirect } from '../../format/redirect.ts';
import { placesText } from '../../format/sign-up.ts';
import { useSearch } from '../../navigation/address.ts';
import { ConfirmButton } from '../dashboard/seasons/ConfirmButton.tsx';
import { useServerTime } from '../use-server-time.ts';
import { EntryForm } from './EntryForm.tsx';
import { EntrySkeleton } from './EntrySkeleton.tsx';
import { entryHref } from './season-view.ts';

type OpenSeason = Season & { readonly signUp: NonNullable<Season['signUp']> };

/** The sign-up of a season, and what has become of the entry of the user. */
export function EntryPanel({ season }: { season: OpenSeason }) {
  const phase = usePhase();
  const user = useUser();
  if (user !== null) return <OwnEntry key={user.userId} season={season} userId={user.userId} />;
  if (phase !== 'anonymous') return <EntrySkeleton season={season} />;
  return (
    <OpenSignUp season={season}>
      <ButtonLink kind="primary" className="justify-self-start" href={withRedirect('/login', entryHref(season.id))}>
        Log in to enter
      </ButtonLink>
    </OpenSignUp>
  );
}

function OwnEntry({ season, userId }: { season: OpenSeason; userId: string }) {
  const entry = useOwnEntry(season.id, userId);
  const moves = useEntryMoves(season.id, entry, 'oneself', userId);
  const [isOpen, setOpen] = useState(new URLSearchParams(useSearch()).has('enter'));
  const now = useServerTime();
  if (entry === undefined) return <EntrySkeleton season={season} />;
  const isMember = (season.members ?? []).some((member) => member.userId === userId);
  // Who is a driver by a claim has no need to enter.
  if (entry?.state !== 'accepted' && isMember) return null;
  const isOpenNow = isSignUpOpen(season.signUp, now);
  const form = (
    <EntryForm
      season={season}
      entry={entry}
      moves={moves}
      onDone={() => setOpen(false)}
      onCancel={entry?.state === 'applied' ? () => setOpen(false) : null}
    />
  );
  const failure = <FormError failure={moves.failure} secondsLeft={moves.secondsLeft} wait={moves.wait} />;
  if (entry === null || entry.state === 'withdrawn' || entry.state === 'left')
    return (
      <OpenSignUp season={season}>
        {entry === null || isOpen ? null : (
          <p className="text-mute">{entry.state === 'left' ? 'You have left this season.' : 'You have withdrawn.'}</p>
        )}
        {isOpen ? (
          form
        ) : (
          <Button kind="primary" className="justify-self-start" onClick={() => setOpen(true)}>
            Enter
          </Button>
        )}
      </OpenSignUp>
    );
  if (entry.state === 'applied' && isOpen && isOpenNow) return <Card title="Your entry">{form}</Card>;
  return (
    <Card title={titles[entry.state]}>
      <p role="status">
        <EntryText season={season} entry={entry} />
      </p>
      <div className="flex flex-wrap gap-3">
        {moves.can('enter') && isOpenNow ? <Button onClick={() => setOpen(true)}>Change</Button> : null}
        <Leaving moves={moves} season={season} onLeave={() => setOpen(false)} />
      </div>
      {failure}
    </Card>
  );
}

const titles = {
  applied: 'You have entered',
  accepted: 'You have a seat',
  declined: 'Your entry was declined',
};

function EntryText({ season, entry }: { season: OpenSeason; entry: Entry }) {
  const { state, waiting, driverId, wish } = entry;
  if (state === 'declined') return 'Those who run the season can still accept it.';
  if (state === 'applied') {
    if (waiting === null)
      return (
        <>
          As <Seat {...wish} />. Those who run the season decide.
        </>
      );
    const next = season.signUp.isAutomatic ? 'You move up by yourself.' : 'You hear from them once a place is free.';
    return `You are number ${waiting} on the waiting list. ${next}`;
  }
  const driver = season.roster?.find(({ id }) => id === driverId) ?? wish;
  return <Seat {...driver} />;
}

function Seat({ name, number, team, isReserve }: Pick<Wish, 'name' | 'number' | 'team' | 'isReserve'>) {
  return (
    <>
      {number === null ? null : <b className="tabular-nums">{number} </b>}
      <bdi className="font-650">{name}</bdi>
      {team === null ? null : (
        <>
          {' · '}
          <bdi>{team}</bdi>
        </>
      )}
      {isReserve ? ' · Reserve' : null}
    </>
  );
}

interface LeavingProps {
  readonly moves: EntryMoves;
  readonly season: Season;
  readonly onLeave: () => void;
}

function Leaving({ moves, season, onLeave }: LeavingProps) {
  const { can, submit, isBusy } = moves;
  if (can('withdraw') || (isBusy && !can('leave')))
    return (
      <Button isBusy={isBusy} onClick={() => submit({ move: 'withdraw' }, onLeave)}>
        Withdraw
      </Button>
    );
  return can('leave') ? (
    <ConfirmButton
      label="Leave"
      question={`Leave ${season.name}? Somebody else can have your seat. What you have raced stays.`}
      confirmLabel="Leave"
      isBusy={isBusy}
      onConfirm={() => submit({ move: 'leave' }, onLeave)}
    />
  ) : null;
}

/** The sign-up while it is open, or when it opens. */
function OpenSignUp({ season: { signUp }, children }: { season: OpenSeason; children: ReactNode }) {
  const now = useServerTime();
  const { opensAt, closesAt } = signUp;
  if (!isSignUpOpen(signUp, now)) {
    if (opensAt === null || Date.parse(opensAt) <= now) return null;
    return (
      <Card title="Sign-up opens soon">
        <p className="text-mute">
          On <LocalTime instant={opensAt} format={formatStart} />.
        </p>
      </Card>
    );
  }
  const places = placesText(signUp);
  return (
    <Card title="Sign-up is open">
      {places === '' && closesAt === null ? null : (
        <p className="text-mute">
          {signUp.free === 0 ? 'All places are taken: you would be on the waiting list' : places}
          {places !== '' && closesAt !== null ? ' · ' : ''}
          {closesAt === null ? null : (
            <>
              until <LocalTime instant={closesAt} format={formatStart} />
            </>
          )}
        </p>
      )}
      {children}
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="sign-up" className="card no-print stack max-w-4xl gap-3 p-4">
      <h2 id="sign-up" className="text-17 font-750">
        {title}
      </h2>
      {children}
    </section>
  );
}
