import { listSessions, pageUserSessions } from '#contract/calls/sessions';
import type { SessionSummary } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { describeSession } from '#contract/race/describe-session';
import { useRead } from '../../../actors/read.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatDay } from '../../../format/date.ts';

interface OverlayPreviewProps {
  readonly userId: string;
  readonly address: string;
  /** What the address shows is there now. */
  readonly isRunning: boolean;
  /** The table of a season, which no finished race stands for. */
  readonly isOfStandings: boolean;
  readonly isShort: boolean;
}

/** The overlay as a stream shows it; while nothing runs, with a finished race as an example. */
export function OverlayPreview({ userId, address, isRunning, isOfStandings, isShort }: OverlayPreviewProps) {
  const example = useExample(userId);
  const shown = isRunning || isOfStandings ? null : example;
  const source = shown === null ? address : `${address.replace(/#.*/, '')}#example=${shown.id}`;
  return (
    <Section id="overlay-preview" title="Preview">
      {shown === null ? null : (
        <p>
          <b className="text-amber">Example</b> with a finished race: {describeSession(shown).title},{' '}
          {formatDay(shown.sessionStartTime)}
        </p>
      )}
      <iframe
        key={source}
        title="Preview of the overlay"
        src={source}
        className={`checkerboard scheme-light w-full rounded-8 border border-line ${isShort ? 'h-50' : 'h-225'}`}
      />
      <p className="text-14 text-mute">
        The pattern is transparent on a stream.
        {isRunning ? '' : ' No such session is running: the overlay stays empty until it starts.'}
      </p>
    </Section>
  );
}

/** The latest finished race of a user, or of anyone; null where there is none that everybody may see. */
function useExample(userId: string): SessionSummary | null {
  const own = useRead({ call: pageUserSessions, params: { id: userId }, query: { page: 0 } });
  const all = useRead({ call: listSessions });
  // The own ones come first, so the example does not change when the others are there before.
  if (own.phase === 'waiting' || own.phase === 'pending') return null;
  const races = [...(own.value?.sessions ?? []), ...(all.value ?? [])];
  return races.find(({ sessionType, isPrivate }) => isRace(sessionType) && isPrivate !== true) ?? null;
}
