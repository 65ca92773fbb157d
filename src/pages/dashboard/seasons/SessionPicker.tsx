import { useState } from 'react';
import { addEventSessions } from '#contract/calls/events';
import { filterSessions, listOwnSessions } from '#contract/calls/sessions';
import { maximumPageSize } from '#contract/constants';
import type { SeasonEvent } from '#contract/entities/season';
import type { SessionSummary } from '#contract/entities/session';
import { describeSession } from '#contract/race/describe-session';
import { shownPodium } from '#contract/race/ruled-event';
import { attachableSessions, attachedSessionIds } from '#contract/race/suggested-sessions';
import { useUser } from '../../../actors/auth.tsx';
import { useMutation } from '../../../actors/mutation.ts';
import { useOwnLive } from '../../../actors/own-live.ts';
import { useRead } from '../../../actors/read.tsx';
import { useRefresh } from '../../../actors/refresh.ts';
import { useWrite } from '../../../actors/write.ts';
import { AfterDot } from '../../../components/AfterDot.tsx';
import { Button } from '../../../components/Button.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { Paging } from '../../../components/Paging.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDayAndTime } from '../../../format/date.ts';
import { otherTrackOf } from '../../../format/other-track.ts';
import type { SectionProps } from './section-props.ts';

/** A race that ends meanwhile is there after so long, in ms. */
const listInterval = 15_000;

interface SessionPickerProps extends SectionProps {
  readonly event: SeasonEvent;
  readonly onAttached: () => void;
}

/** Attaches sessions to an event: own ones, suggested ones first, or results of a search. */
export function SessionPicker(props: SessionPickerProps) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  return (
    <div className="stack gap-3 border-t border-line pt-3">
      <form
        className="grid items-end gap-2 desk:grid-cols-[minmax(0,1fr)_auto]"
        onSubmit={onSubmit(() => setSearch(text.trim()))}
      >
        <Field
          label="Search the sessions of all users"
          type="search"
          enterKeyHint="search"
          maxLength={200}
          placeholder="monza race user:max after:2026-01-01"
          value={text}
          onChange={(change) => {
            setText(change.target.value);
            if (change.target.value === '') setSearch('');
          }}
        />
        <Button type="submit" className="h-12">
          Search
        </Button>
      </form>
      {search === '' ? <OwnSessions {...props} /> : <FoundSessions key={search} search={search} {...props} />}
    </div>
  );
}

function OwnSessions(props: SessionPickerProps) {
  const [page, setPage] = useState(0);
  const user = useUser();
  return (
    <>
      <OwnPage key={page} page={page} onShow={setPage} {...props} />
      {user === null || props.event.liveId !== undefined ? null : <RunningRace userId={user.userId} />}
    </>
  );
}

/** Below the list, which it must not move. */
function RunningRace({ userId }: { userId: string }) {
  if (useOwnLive(userId).length === 0) return null;
  return (
    <p className="text-14 text-mute">
      A race of yours is live. It is added by itself when it ends if you choose it now: “Edit”, then “Live race”.
    </p>
  );
}

type OwnPageProps = SessionPickerProps & { readonly page: number; readonly onShow: (page: number) => void };

function OwnPage({ page, onShow, ...props }: OwnPageProps) {
  const read = useRead({ call: listOwnSessions, query: { page, pageSize: maximumPageSize } });
  useRefresh(read, listInterval);
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={3} height={56} />}>
      {({ sessions, totalElements }) => (
        <>
          <Choices
            {...props}
            sessions={sessions}
            emptyTitle={
              totalElements === 0 ? 'You have no sessions yet' : 'All of these sessions are in events of this season'
            }
          />
          <Paging page={page} pageCount={Math.ceil(totalElements / maximumPageSize)} onShow={onShow} />
        </>
      )}
    </ReadView>
  );
}

function FoundSessions({ search, ...props }: SessionPickerProps & { search: string }) {
  const read = useRead({ call: filterSessions, query: { filters: search } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={3} height={56} />}>
      {(sessions) => <Choices {...props} sessions={sessions} emptyTitle={`No sessions match “${search}”`} />}
    </ReadView>
  );
}

interface ChoicesProps extends SessionPickerProps {
  readonly sessions: readonly SessionSummary[];
  readonly emptyTitle: string;
}

function Choices({ season, version, event, sessions, emptyTitle, onAttached }: ChoicesProps) {
  const addSessions = useWrite(addEventSessions);
  const offered = attachableSessions(event, sessions, attachedSessionIds(season.events));
  /** The choices of the user: the list may be older than the suggested sessions. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = ({ session, isSuggested }: (typeof offered)[number]) =>
    choices.get(session.id) ?? (isSuggested && event.startsAt !== null);
  const sessionIds = offered.filter(isChosen).map(({ session }) => session.id);
  const params = { seasonId: season.id, eventId: event.id };
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (chosen: readonly string[], key, signal) =>
      addSessions({ entity: season, version, params, body: { sessionIds: [...chosen] }, key, signal }),
    onDone: onAttached,
  });
  if (offered.length === 0)
    return (
      <Empty title={emptyTitle}>
        Search for the sessions of other users above, or{' '}
        <a href="/dashboard/race-night" className="link">
          upload your files
        </a>
        .
      </Empty>
    );
  return (
    <form className="stack gap-3" onSubmit={onSubmit(() => submit(sessionIds))}>
      <fieldset className="stack min-w-0">
        <legend className="text-14 text-mute">{formatCount(offered.length, 'session')} to choose from</legend>
        <div className="scroll-y max-h-96 border-y border-hair">
          {offered.map((each) => (
            <Choice
              key={each.session.id}
              session={each.session}
              isElsewhere={otherTrackOf(each.session, event.track) !== null}
              isSuggested={each.isSuggested}
              isChosen={isChosen(each)}
              onToggle={() => setChoices(new Map(choices).set(each.session.id, !isChosen(each)))}
            />
          ))}
        </div>
      </fieldset>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <div className="desk:justify-self-start">
        <SubmitButton
          label={sessionIds.length === 0 ? 'Choose sessions' : `Add ${formatCount(sessionIds.length, 'session')}`}
          isBusy={isBusy}
          isDisabled={sessionIds.length === 0 || secondsLeft > 0}
          wait={wait}
        />
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly session: SessionSummary;
  readonly isSuggested: boolean;
  /** It was driven at another track than that of the event. */
  readonly isElsewhere: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function Choice({ session, isSuggested, isElsewhere, isChosen, onToggle }: ChoiceProps) {
  const [first] = shownPodium(session);
  const { track, type, place, stateText } = describeSession(session);
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-3 border-b border-hair px-1 py-1.5 last:border-0 hover:bg-raised">
      <input type="checkbox" checked={isChosen} onChange={onToggle} className="size-5 shrink-0 accent-red" />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-650">
          {track} · {type}
          {stateText === '' ? null : <span className="text-amber"> {stateText}</span>}
        </span>
        <span className="truncate text-14 text-mute">
          {formatDayAndTime(session.sessionStartTime)}
          <AfterDot text={first?.name} />
          <AfterDot text={session.userName} />
        </span>
        <span className="truncate text-12 text-mute empty:hidden">{place}</span>
      </span>
      {isSuggested ? <span className="shrink-0 text-12 font-650 text-green">Suggested</span> : null}
      {isElsewhere ? <span className="shrink-0 text-12 font-650 text-amber">Another track</span> : null}
    </label>
  );
}
