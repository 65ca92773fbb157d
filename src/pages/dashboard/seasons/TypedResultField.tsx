import { statusLabel } from '#contract/race/status-label';
import { TextArea } from '../../../components/form/TextArea.tsx';
import { formatCount } from '../../../format/count.ts';
import { contentLength } from '../../../format/pasted-cells.ts';
import { formatTime } from '../../../format/time.ts';
import { resultLimit, type TypedResult } from '../../../format/typed-result.ts';

interface TypedResultProps {
  readonly text: string;
  readonly result: TypedResult;
  readonly placeholder?: string;
  readonly onChange: (text: string) => void;
}

/** A result as it is typed, and as it is read. */
export function TypedResultField({ text, result, placeholder, onChange }: TypedResultProps) {
  const { places, errors, notes } = result;
  const laps = places[0]?.laps ?? null;
  return (
    <>
      <TextArea
        label="Result, one driver in each line"
        name="result"
        rows={8}
        limit={resultLimit}
        length={contentLength(text)}
        placeholder={placeholder}
        value={text}
        error={errors.length === 0 ? null : errors.join(' ')}
        onChange={({ target }) => onChange(target.value)}
      />
      {places.length === 0 ? null : (
        <ol aria-label="Drivers in the result" className="gap-x-6 text-14 text-mute desk:columns-2">
          {places.map(({ name, team, position, status, time, laps: driven, lapsDown }) => (
            <li key={name} className="flex min-h-8 break-inside-avoid items-center gap-3 border-b border-hair">
              <span className="w-5 shrink-0 text-right">{position}</span>
              <bdi className="min-w-0 truncate font-650 text-text">{name}</bdi>
              <bdi className="min-w-0 flex-1 truncate text-left">{team}</bdi>
              <span className="shrink-0">
                {statusLabel(status) ?? (time === null ? lapsText(lapsDown ?? behind(laps, driven)) : formatTime(time))}
              </span>
            </li>
          ))}
        </ol>
      )}
      {notes.length === 0 ? null : (
        <ul aria-label="About this result" className="grid gap-1 text-14 text-amber">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** How many laps a driver is behind the first, as long as both are known. */
function behind(all: number | null, driven: number | null): number {
  return all === null || driven === null ? 0 : all - driven;
}

function lapsText(laps: number): string {
  return laps <= 0 ? '' : `+${formatCount(laps, 'lap')}`;
}
