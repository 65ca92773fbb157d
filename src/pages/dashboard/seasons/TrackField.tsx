import type { RefObject } from 'react';
import { Track, type Track as TrackId } from '#contract/enumerations';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { trackName } from '../../../format/names.ts';

const tracks = Object.values(Track)
  .filter((track) => track !== Track.Unknown)
  .map((track) => ({ track, name: trackName(track) }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

interface TrackFieldProps {
  /** Null while none is chosen. */
  readonly value: TrackId | null;
  readonly error?: string | null;
  readonly field?: RefObject<HTMLSelectElement | null>;
  readonly onChange: (track: TrackId) => void;
}

/** Chooses a track by its name. */
export function TrackField({ value, error = null, field, onChange }: TrackFieldProps) {
  return (
    <SelectField
      label="Track"
      ref={field}
      required
      value={value ?? ''}
      error={error}
      onChange={({ target }) => {
        const found = tracks.find(({ track }) => String(track) === target.value);
        onChange(found?.track ?? Track.Unknown);
      }}
    >
      {value === null ? <option value="">Choose a track</option> : null}
      <Options of={tracks.map(({ track, name }) => [track, name])} />
      <option value={Track.Unknown}>{trackName(Track.Unknown)}</option>
    </SelectField>
  );
}
