import { useState } from 'react';
import { removeEventSession, setSessionScoring } from '#contract/calls/events';
import type { EventSession, SeasonEvent } from '#contract/entities/season';
import { type Scoring, scorings } from '#contract/enumerations';
import { isIncomplete } from '#contract/race/describe-session';
import { enteredByHand } from '#contract/race/entered-by-hand';
import { scoringIn } from '#contract/race/preview';
import { sessionWinner } from '#contract/race/round-result';
import { useUser } from '../../../actors/auth.tsx';
import { useDrafts } from '../../../actors/drafts.ts';
import { useMutation } from '../../../actors/mutation.ts';
import { correctionForm } from '../../../actors/typed-result.ts';
import { useWrite } from '../../../actors/write.ts';
import { AfterDot } from '../../../components/AfterDot.tsx';
import { Button } from '../../../components/Button.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { formatShortStart } from '../../../format/date.ts';
import { scoredName, trackName, typeName } from '../../../format/names.ts';
import { sectionPath } from '../../../format/season-sections.ts';
import { seasonSessionPath } from '../../../format/session-path.ts';
import { CorrectResult } from './CorrectResult.tsx';
import type { RightsProps } from './section-props.ts';

interface AttachedSessionProps extends RightsProps {
  readonly event: SeasonEvent;
  readonly attached: EventSession;
}

const labels: Record<Scoring, string> = { race: 'Race points', sprint: 'Sprint points', none: 'No points' };

/** A session of an event: which points it gives, and taking it out. */
export function AttachedSession({ season, version, rights, event, attached }: AttachedSessionProps) {
  const isManager = rights.can('manageSeason');
  const { session, scoring = null } = attached;
  const removeSession = useWrite(removeEventSession);
  const setScoring = useWrite(setSessionScoring);
  const params = { seasonId: season.id, eventId: event.id, sessionId: session.id };
  const base = { entity: season, version, params };
  const removal = useMutation({ run: (_: undefined, key, signal) => removeSession({ ...base, key, signal }) });
  const choice = useMutation({
    run: (chosen: Scoring | null, key, signal) => setScoring({ ...base, body: { scoring: chosen }, key, signal }),
  });
  const userId = useUser()?.userId ?? null;
  const drafts = useDrafts(userId);
  const [opened, setCorrecting] = useState<boolean | null>(null);
  const isCorrecting =
    opened ?? drafts.some(({ form, entityId }) => form === correctionForm && entityId === session.id);
  const title = typeName(session.sessionType);
  const winner = sessionWinner(season, session.id) ?? session.podium[0];
  const isElsewhere = session.trackId !== event.track;
  const usual = scoringIn({ ...event, sessions: event.sessions.map(withoutChoice(session.id)) }, session.id);
  const name = scoredName(session.sessionType, scoring ?? usual);
  return (
    <div className="stack gap-2 py-1.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PageLink
          href={seasonSessionPath(season.id, session.id)}
          className="stack min-h-11 min-w-0 flex-1 basis-52 content-center desk:basis-36"
        >
          <span className="font-650">{name}</span>
          <span className="truncate text-14 text-mute">
            {isIncomplete(session) ? <b className="text-amber">Incomplete · </b> : null}
            {isElsewhere ? `${trackName(session.trackId)} · ` : ''}
            {formatShortStart(session.sessionStartTime, Date.now())}
            <AfterDot text={winner?.name} />
          </span>
          {session.isPrivate === true && season.isHidden !== true ? (
            <span className="text-14 text-amber">Private: counts here once its owner makes it public</span>
          ) : null}
        </PageLink>
        {isManager ? (
          <select
            aria-label={`Points of ${title}`}
            value={scoring ?? ''}
            aria-busy={choice.isBusy}
            onChange={({ target }) => choice.submit(scorings.find((each) => each === target.value) ?? null)}
            className="h-11 min-w-0 flex-1 basis-36 rounded-8 border border-line bg-bg px-2 desk:flex-none desk:basis-44"
          >
            <option value="">{labels[usual]} (default)</option>
            <Options of={scorings.map((each) => [each, labels[each]])} />
          </select>
        ) : null}
        {/* Together in one line: on a phone all below the choice where they do not fit beside it. */}
        <div className="flex gap-2 whitespace-nowrap max-desk:grow max-desk:*:flex-auto narrow:gap-1 narrow:*:px-2">
          {!rights.can('rule') || (usual === 'none' && scoring === null) ? null : (
            <ButtonLink
              href={`${sectionPath(season.id, 'rulings')}?session=${session.id}`}
              aria-label={`Rule on ${name} of ${event.name ?? trackName(event.track)}`}
            >
              Rule
            </ButtonLink>
          )}
          {isManager && session.gameVersion === enteredByHand && session.userId === userId ? (
            <Button
              aria-expanded={isCorrecting}
              aria-label={`Correct ${name} of ${event.name ?? trackName(event.track)}`}
              onClick={() => setCorrecting(!isCorrecting)}
            >
              {isCorrecting ? 'Close' : 'Correct'}
            </Button>
          ) : null}
          <Button
            aria-label={`Remove ${title} from this event`}
            isBusy={removal.isBusy}
            onClick={() => removal.submit(undefined)}
          >
            Remove
          </Button>
        </div>
      </div>
      {isCorrecting ? (
        <CorrectResult season={season} event={event} attached={attached} onStored={() => setCorrecting(false)} />
      ) : null}
      <FormError
        failure={removal.failure ?? choice.failure}
        secondsLeft={removal.secondsLeft}
        wait={removal.wait ?? choice.wait}
      />
    </div>
  );
}

/** The session as if its owner had chosen nothing. */
function withoutChoice(sessionId: string) {
  return (attached: EventSession): EventSession =>
    attached.session.id === sessionId ? { session: attached.session, driverNames: attached.driverNames } : attached;
}
