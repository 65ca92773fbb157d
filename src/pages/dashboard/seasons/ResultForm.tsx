import type { SeasonEvent } from '#contract/entities/season';
import { isRace, type Scoring, scorings } from '#contract/enumerations';
import { enteredByHand } from '#contract/race/entered-by-hand';
import { scoringIn } from '#contract/race/preview';
import { type ResultValue, useTypedResult } from '../../../actors/typed-result.ts';
import { Options } from '../../../components/form/Options.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { formatCount } from '../../../format/count.ts';
import { knownDrivers } from '../../../format/known-drivers.ts';
import { trackName } from '../../../format/names.ts';
import { isStorable, parseResult } from '../../../format/typed-result.ts';
import { typedSessionType } from '../../../format/typed-session.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import type { SectionProps } from './section-props.ts';
import { TypedResultField } from './TypedResultField.tsx';

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
  const result = parseResult(text, knownDrivers(season, event.id), typedSessionType(scoring));
  const { places } = result;
  const hasOne = event.sessions.some(
    ({ session }) =>
      session.gameVersion === enteredByHand &&
      isRace(session.sessionType) === (scoring !== 'none') &&
      scoringIn(event, session.id) === scoring,
  );
  return (
    <form className="stack gap-4 border-t border-line pt-3" aria-label="Result" onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        For a session that nobody recorded: one driver in each line, the first at the top. After the name may follow,
        separated by commas, the team, the time or gap, and of a race the best lap after FL, the place on the grid after
        Grid, the laps such as 29 laps or +1 lap, and DNF, DSQ or NC. Tables can be pasted from a spreadsheet, best with
        the line of their headings. A driver called FL or NC has the place before the name, such as 2. FL.
      </p>
      <SelectField
        label="Session"
        value={scoring}
        onChange={({ target }) => editor.change({ scoring: scorings.find((each) => each === target.value) ?? 'race' })}
      >
        <Options of={scorings.map((each) => [each, sessionNames[each]])} />
      </SelectField>
      <TypedResultField
        text={text}
        result={result}
        placeholder={examples[scoring === 'none' ? 'qualifying' : 'race']}
        onChange={(typed) => editor.change({ text: typed })}
      />
      {hasOne ? (
        <p className="text-14 text-amber">
          {event.name ?? trackName(event.track)} has a {sessionNames[scoring].toLowerCase()} already
          {scoring === 'none' ? '' : ', and the points of both count'}. “Correct” beside it changes its result.
        </p>
      ) : null}
      {event.startsAt === null ? <p className="text-mute">Choose the date of the event first, with “Edit”.</p> : null}
      <EditorFoot
        editor={editor}
        label={places.length === 0 ? 'Add result' : `Add result of ${formatCount(places.length, 'driver')}`}
        fields={{ scoring: 'Session', text: 'Result' }}
        isIncomplete={!isStorable(text, result) || event.startsAt === null}
      />
    </form>
  );
}
