import { setAliases } from '#contract/calls/edit-season';
import type { RecordedDriver } from '#contract/entities/roster';
import type { Alias } from '#contract/entities/scoring';
import type { Season } from '#contract/entities/season';
import { mergeDrivers, namesOfDrivers, racedTogether, separateDriver } from '#contract/race/aliases';
import { carsOfNames, namedByNumber } from '#contract/race/roster';
import { similarNames } from '#contract/race/similar-names';
import { useSeasonPart } from '../../../actors/season.ts';
import { useUndoSteps } from '../../../actors/undo-steps.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { MergedNames } from './MergedNames.tsx';
import { MergeFields } from './MergeFields.tsx';
import { Names } from './Names.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import type { SectionProps } from './section-props.ts';

interface AliasesFormProps extends SectionProps {
  readonly recorded: readonly RecordedDriver[];
}

interface Aliases {
  readonly aliases: readonly Alias[];
}

/**
 * Merges recorded names into one driver, by suggestion or by hand; any of the names can be shown, and each separated
 * again.
 */
export function AliasesForm({ season, version, recorded }: AliasesFormProps) {
  const select = ({ aliases = [] }: Season): Aliases => ({ aliases });
  const send = useWrite(setAliases);
  const editor = useSeasonPart<Aliases>({
    season,
    version,
    form: 'season.aliases',
    title: `${season.name}: recorded names`,
    section: 'drivers',
    lists: { aliases: 'name' },
    actions: ['setAliases', 'setRoster'],
    select,
    save: ({ value, base: _, ...attempt }) =>
      send({ entity: season, params: { id: season.id }, body: bodyOf(value), ...attempt }),
  });
  const { aliases } = editor.value ?? select(season);
  const sessions = season.events.flatMap((event) => event.sessions.map(({ driverNames }) => driverNames));
  const roster = season.roster ?? [];
  const numbered = namedByNumber(recorded, roster, aliases);
  const recordedNames = sessions.flat().filter((name) => numbered.every((each) => each.recorded !== name));
  const names = namesOfDrivers(aliases, [...roster.map(({ name }) => name), ...recordedNames]);
  const decided = [...aliases.flatMap((alias) => alias.recordedNames), ...numbered.map((each) => each.recorded)];
  const suggestions = similarNames(sessions, new Set(decided), {
    cars: carsOfNames(recorded, roster),
    roster: roster.map(({ name }) => name),
  });
  const { step, undo } = useUndoSteps({
    items: aliases,
    keyOf: ({ recordedNames: recordedAs }) => recordedAs.join('\n'),
    isDirty: editor.isDirty,
    onChange: (changed) => editor.change({ aliases: changed }),
  });
  if (names.length === 0)
    return <Empty title="No recordings yet">The names of drivers appear here once events have sessions.</Empty>;
  return (
    <form className="stack gap-5" onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        A driver who raced under several names gets one row in the standings. The sessions stay as they were recorded.
      </p>
      {numbered.length === 0 ? null : (
        <p className="text-14 text-mute">
          By race number:{' '}
          {numbered.map(({ recorded: name, shown }, index) => (
            <span key={name}>
              {index === 0 ? null : ', '}
              <bdi>{name}</bdi> is <bdi className="font-650 text-text">{shown}</bdi>
            </span>
          ))}
        </p>
      )}
      {suggestions.length === 0 ? null : (
        <div className="grid gap-2">
          <h3 className="font-750">Probably one driver</h3>
          <ul className="grid">
            {suggestions.map((group) => (
              <li key={group.join('\n')} className="flex flex-wrap items-center gap-3 border-b border-hair py-1.5">
                <Names names={group} />
                <Button aria-label={`Merge ${group.join(', ')}`} onClick={() => step(mergeDrivers(aliases, group))}>
                  Merge
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <MergedNames
        title="Merged drivers"
        aliases={aliases}
        errorOf={(index) => fieldErrorOf(editor.failure, `aliases.${index}.name`)}
        onChange={(changed) => editor.change({ aliases: changed })}
        onSeparate={(name) => step(separateDriver(aliases, name))}
      />
      <MergeFields
        of="driver"
        names={names}
        areTwo={(one, other) => racedTogether(aliases, sessions, one, other)}
        onMerge={(chosen) => step(mergeDrivers(aliases, chosen))}
      />
      {undo === null ? null : (
        <Button className="justify-self-start" onClick={undo}>
          Undo the last step
        </Button>
      )}
      <EditorFoot
        editor={editor}
        label="Save names"
        fields={{ aliases: 'Merged drivers' }}
        textOf={({ aliases: each }) =>
          each.map(({ name, recordedNames }) => `${name}: ${recordedNames.join(', ')}`).join('; ')
        }
        isIncomplete={aliases.some(({ name }) => name.trim() === '')}
      />
      {editor.isDirty ? (
        <PreviewButton key={JSON.stringify(aliases)} season={season} body={bodyOf({ aliases })} />
      ) : null}
    </form>
  );
}

function bodyOf({ aliases }: Aliases) {
  return {
    aliases: aliases.map(({ name, recordedNames }) => ({ name: name.trim(), recordedNames: [...recordedNames] })),
  };
}
