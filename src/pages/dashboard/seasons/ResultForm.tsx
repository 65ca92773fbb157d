import type { SeasonEvent } from '#contract/entities/season';
import { type Scoring, scorings } from '#contract/enumerations';
import { statusLabel } from '#contract/race/status-label';
import { type ResultValue, useTypedResult } from '../../../actors/typed-result.ts';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { TextArea } from '../../../components/form/TextArea.tsx';
import { formatCount } from '../../../format/count.ts';
import { knownDrivers } from '../../../format/known-drivers.ts';
import { trackName } from '../../../format/names.ts';
import { contentLength } from '../../../format/pasted-cells.ts';
import { formatTime } from '../../../format/time.ts';
import { parseResult } from '../../../format/typed-result.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import type { SectionProps } from './section-props.ts';

interface ResultFormProps extends SectionProps {
  readonly event: SeasonEvent;
  readonly onStored: () => void;
}

const sessionNames: Readonly<Record<Scoring, string>> = { race: 'Race', sprint: 'Sprint', none: 'Qualifying' };

const examples: Readonly<Record<'race' | 'qualifying', string>> = {
  race: 'Ada Okoro, Scuderia Lanza, 41:30.599, Grid 2\nMarc Dubois, Meridian Racing, +1.879, FL 1:24.617\nDiego Gil, DNF',
  qualifying: 'Marc Dubois, Meridian Racing, 1:23.904\nAda Okoro, Scuderia Lanza, +0.182\nDiego Gil',
};

/** Adds the result of a session that nobody recorded: one driver in each line. */
export function ResultForm({ season, version, event, onStored }: ResultFormProps) {
  const title = `${season.name}: result of ${event.name ?? trackName(event.track)}`;
  const editor = useTypedResult({ season, version, event, title, onStored });
  const { scoring, text }: ResultValue = editor.value ?? { scoring: 'race', text: '' };
  const { places, errors, notes } = parseResult(text, knownDrivers(season, event.id));
  const length = contentLength(text);
  const laps = places[0]?.laps ?? null;
  return (
    <form className="stack gap-4 border-t border-line pt-3" aria-label="Result" onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        For a session that nobody recorded: one driver in each line, the first at the top. After the name may follow,
        separated by commas, the team, the time or gap, and of a race the best lap after FL, the place on the grid after
        Grid, the laps such as 29 laps or +1 lap, and DNF, DSQ or NC. Tables can be pasted from a spreadsheet, best with
        the line of their headings.
      </p>
      <SelectField
        label="Session"
        value={scoring}
        onChange={({ target }) => editor.change({ scoring: scorings.find((each) => each === target.value) ?? 'race' })}
      >
        {scorings.map((each) => (
          <option key={each} value={each}>
            {sessionNames[each]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="Result, one driver in each line"
        name="result"
        rows={8}
        limit={6_000}
        length={length}
        placeholder={examples[scoring === 'none' ? 'qualifying' : 'race']}
        value={text}
        error={errors.length === 0 ? null : errors.join(' ')}
        onChange={({ target }) => editor.change({ text: target.value })}
      />
      {places.length === 0 ? null : (
        <ol aria-label="Drivers in the result" className="gap-x-6 text-14 text-mute desk:columns-2">
          {places.map(({ name, team, status, time, laps: driven }, index) => (
            <li key={name} className="flex min-h-8 break-inside-avoid items-center gap-3 border-b border-hair">
              <span className="w-5 shrink-0 text-right">{index + 1}</span>
              <bdi className="min-w-0 truncate font-650 text-text">{name}</bdi>
              <bdi className="min-w-0 flex-1 truncate">{team}</bdi>
              <span className="shrink-0">
                {statusLabel(status) ?? (time === null ? lapsDown(laps, driven) : formatTime(time))}
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
      {event.startsAt === null ? <p className="text-mute">Choose the date of the event first, with “Edit”.</p> : null}
      <EditorFoot
        editor={editor}
        label={places.length === 0 ? 'Add result' : `Add result of ${formatCount(places.length, 'driver')}`}
        fields={{ scoring: 'Session', text: 'Result' }}
        isIncomplete={places.length === 0 || errors.length > 0 || length > 6_000 || event.startsAt === null}
      />
    </form>
  );
}

/** How many laps a driver is behind the first, as long as both are known. */
function lapsDown(all: number | null, driven: number | null): string {
  return all === null || driven === null || driven >= all ? '' : `+${formatCount(all - driven, 'lap')}`;
}
