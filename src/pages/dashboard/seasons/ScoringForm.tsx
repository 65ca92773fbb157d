import { updateScoring } from '#contract/calls/edit-season';
import { presetOf, scoringPresets } from '#contract/race/scoring-presets';
import { useSeasonPart } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Field } from '../../../components/form/Field.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { parseTable } from '../../../format/points-table.ts';
import {
  asBefore,
  dropSentence,
  rulesIn,
  type ScoringTexts,
  scoringFields,
  scoringTexts,
} from '../../../format/scoring-texts.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import type { SectionProps } from './section-props.ts';

/** The scoring rules: a preset, or tables and bonuses of one's own. */
export function ScoringForm({ season, version }: SectionProps) {
  const stored = scoringTexts(season);
  const send = useWrite(updateScoring);
  const editor = useSeasonPart<ScoringTexts>({
    season,
    version,
    form: 'season.scoring',
    actions: ['updateScoring'],
    title: `${season.name}: points`,
    section: 'points',
    select: scoringTexts,
    save: ({ value, version: base, key, signal }) => {
      const body = rulesIn(value) ?? {};
      return send({ entity: season, version: base, params: { id: season.id }, body, key, signal });
    },
  });
  const value = editor.value ?? stored;
  const rules = rulesIn(value);
  const field = (name: keyof ScoringTexts, isTable = false) => ({
    label: scoringFields[name],
    autoComplete: 'off',
    inputMode: isTable ? ('text' as const) : ('decimal' as const),
    value: value[name],
    error: fieldErrorOf(editor.failure, name) ?? errorOf(name, value),
    onChange: ({ target }: { target: HTMLInputElement }) => editor.change({ [name]: target.value }),
  });
  const choice = (name: keyof ScoringTexts) => ({
    label: scoringFields[name],
    value: value[name],
    error: fieldErrorOf(editor.failure, name),
    onChange: ({ target }: { target: HTMLSelectElement }) => editor.change({ [name]: target.value }),
  });
  return (
    <form className="stack gap-4" onSubmit={onSubmit(editor.save)}>
      <div className="max-w-xl">
        <SelectField
          label="Preset"
          value={(rules === null ? null : presetOf(rules)?.id) ?? 'own'}
          onChange={({ target }) => {
            const preset = scoringPresets.find(({ id }) => id === target.value);
            if (preset !== undefined) editor.change(textsOfPreset(preset.rules));
          }}
        >
          <Options of={scoringPresets.map(({ id, name }) => [id, name])} />
          <option value="own">Own points</option>
        </SelectField>
      </div>
      <div className="stack gap-4 desk:grid-cols-2">
        <Field {...field('racePoints', true)} hint="From the winner on, separated by commas." />
        <Field
          {...field('sprintPoints', true)}
          hint="Races that are shorter than the longest one of their event are sprints."
        />
      </div>
      <div className="grid grid-cols-2 gap-4 desk:grid-cols-3">
        <Field {...field('fastestLapBonus')} />
        <Field {...field('fastestLapWithin')} />
        <Field {...field('poleBonus')} />
      </div>
      <fieldset className="stack gap-2">
        <legend className="mb-1.5 text-17 font-750">Rules of the sport</legend>
        <div className="grid gap-4 desk:grid-cols-2">
          <SelectField
            {...choice('classifiedFrom')}
            hint="In F1 a car that retires is classified, and can score, once it has covered 90 % of the winner’s laps."
          >
            <option value="">Only who finishes</option>
            <option value="0.9">Also who covers 90 % of the distance</option>
            {['', '0.9'].includes(stored.classifiedFrom) ? null : (
              <option value={stored.classifiedFrom}>
                Also who covers {Number(stored.classifiedFrom) * 100} % of the distance
              </option>
            )}
          </SelectField>
          <SelectField
            {...choice('poleBy')}
            hint="In F1 pole position is the fastest of qualifying, also after a grid penalty. Without a qualifying session in the event it is who starts first."
          >
            <option value="grid">Who starts first</option>
            <option value="qualifying">Who is fastest in qualifying</option>
          </SelectField>
          <SelectField
            {...choice('factorOf')}
            hint="In F1 half points halve those of the positions, and the point for the fastest lap stays whole."
          >
            <option value="all">The factor counts for all points</option>
            <option value="table">Fastest lap and pole stay whole</option>
          </SelectField>
          <SelectField {...choice('sprintBonuses')} hint="In F1 a sprint has no point for the fastest lap or for pole.">
            <option value="no">No points for fastest lap and pole</option>
            <option value="yes">The same bonus points as a race</option>
          </SelectField>
        </div>
        <p className="text-14 text-mute">
          New seasons begin with the rules of F1. A season that is older than these choices keeps its points until you
          change one here.
        </p>
      </fieldset>
      <fieldset className="stack gap-2">
        <legend className="mb-1.5 text-17 font-750">Dropped results</legend>
        <div className="grid gap-4 desk:grid-cols-2">
          <Field {...field('droppedResults')} hint="The worst of each driver; 0: every result counts." />
          {Number(value.droppedResults) === 0 ? null : (
            <SelectField {...choice('dropBy')}>
              {stored.dropBy === asBefore ? <option value={asBefore}>Results, and a missed event is one</option> : null}
              <option value="result">Races and sprints, one by one</option>
              <option value="round">Whole events: race and sprint together</option>
            </SelectField>
          )}
        </div>
        {rules === null || rules.droppedResults === 0 ? null : <p className="text-mute">{dropSentence(rules)}</p>}
      </fieldset>
      <EditorFoot editor={editor} label="Save points" fields={scoringFields} isIncomplete={rules === null} />
      {editor.isDirty && rules !== null ? (
        <PreviewButton key={JSON.stringify(rules)} season={season} body={{ scoring: rules }} />
      ) : null}
    </form>
  );
}

function textsOfPreset(rules: (typeof scoringPresets)[number]['rules']): Partial<ScoringTexts> {
  const { racePoints, sprintPoints, fastestLapBonus, fastestLapWithin, poleBonus } = scoringTexts({
    scoring: { ...rules, droppedResults: 0 },
  });
  return { racePoints, sprintPoints, fastestLapBonus, fastestLapWithin, poleBonus };
}

function errorOf(name: keyof ScoringTexts, value: ScoringTexts): string | null {
  if (name === 'racePoints' || name === 'sprintPoints')
    return parseTable(value[name]) === null ? 'Up to 64 numbers from 0 to 1,000, separated by commas.' : null;
  return rulesIn({ ...scoringTexts({}), [name]: value[name] }) === null ? 'This must be a number of 0 or more.' : null;
}
