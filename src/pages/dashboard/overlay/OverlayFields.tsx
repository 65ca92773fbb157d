import type { LiveSummary } from '#contract/entities/live-session';
import type { SeasonSummary } from '#contract/entities/season';
import { describeSession } from '#contract/race/describe-session';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { OverlayCheck } from './OverlayCheck.tsx';
import { OverlayRaceFields } from './OverlayRaceFields.tsx';
import { OverlayRows } from './OverlayRows.tsx';
import { OverlaySize } from './OverlaySize.tsx';
import type { OverlayFieldProps } from './overlay-field-values.ts';

interface OverlayFieldsProps extends OverlayFieldProps {
  readonly sessions: readonly LiveSummary[];
  /** The user's seasons. */
  readonly seasons: readonly Pick<SeasonSummary, 'id' | 'name'>[];
}

/** The options of an overlay. */
export function OverlayFields({ values, sessions, seasons, onChange }: OverlayFieldsProps) {
  const isOfSeason = values.season !== '';
  return (
    <div className="stack gap-4">
      <SelectField
        label="Race or season"
        value={isOfSeason ? seasonValue(values.season) : values.race}
        onChange={({ target: { value } }) => {
          const season = seasons.find(({ id }) => seasonValue(id) === value)?.id ?? '';
          onChange({ season, race: season === '' ? value : '' });
        }}
      >
        <option value="">Whatever I drive</option>
        {values.race === '' || sessions.some(({ id }) => id === values.race) ? null : (
          <option value={values.race}>The session you came from</option>
        )}
        <Options of={sessions.map((session) => [session.id, sessionName(session)])} />
        {seasons.length === 0 ? null : (
          <optgroup label="Standings of a season">
            <Options of={seasons.map(({ id, name }) => [seasonValue(id), name])} />
          </optgroup>
        )}
      </SelectField>
      {isOfSeason ? (
        <OverlaySeasonFields values={values} onChange={onChange} />
      ) : (
        <OverlayRaceFields values={values} onChange={onChange} />
      )}
    </div>
  );
}

const seasonValue = (id: string) => `season ${id}`;

function sessionName(session: LiveSummary): string {
  const { title, place } = describeSession(session);
  return [`${title || 'Private session'}, ${session.userName ?? 'unknown user'}`, place].filter(Boolean).join(' · ');
}

/** Options of the standings of a season. */
function OverlaySeasonFields({ values, onChange }: OverlayFieldProps) {
  return (
    <>
      <SelectField
        label="Shows"
        value={values.table}
        onChange={({ target }) => onChange({ table: target.value === 'teams' ? 'teams' : 'drivers' })}
        hint="They are up to date within half a minute after a result or a ruling."
      >
        <option value="drivers">Driver standings</option>
        <option value="teams">Team standings</option>
      </SelectField>
      <OverlayRows values={values} onChange={onChange} hint="Empty for ten." />
      <OverlaySize values={values} onChange={onChange} />
      <OverlayCheck label="Column heads" isOn={values.heads} onChange={(heads) => onChange({ heads })} />
    </>
  );
}
