import { listLive } from '#contract/calls/live';
import type { Track } from '#contract/enumerations';
import { useRead } from '../../../actors/read.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { otherTrackText } from '../../../format/other-track.ts';
import { liveChoiceText } from './live-choice.ts';

interface LiveFieldProps {
  /** The track of the event. */
  readonly track: Track;
  /** The id of a live session. */
  readonly value: string | null;
  readonly error: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Chooses the live session that is the race of an event: one that runs now, those on its track first. */
export function LiveField({ track, value, error, onChange }: LiveFieldProps) {
  const { value: sessions } = useRead({ call: listLive });
  const running = [...(sessions ?? [])].sort(
    (one, other) => Number(other.trackId === track) - Number(one.trackId === track),
  );
  const chosen = running.find(({ id }) => id === value);
  const warning = chosen === undefined ? null : otherTrackText(chosen, track, 'race');
  const isListed = value === null || running.some(({ id }) => id === value);
  return (
    <SelectField
      label="Live race"
      hint={
        <>
          {warning === null ? null : <b className="font-650 text-amber">{warning} </b>}
          Its page shows the championship as it stands. When it ends, its session is added to this event.
        </>
      }
      value={value ?? ''}
      error={error}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      <option value="">None</option>
      {isListed ? null : <option value={value}>Not live now</option>}
      <Options of={running.map((session) => [session.id, liveChoiceText(session, track)])} />
    </SelectField>
  );
}
