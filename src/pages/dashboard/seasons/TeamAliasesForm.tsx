import { setTeamAliases } from '#contract/calls/edit-season';
import type { Alias } from '#contract/entities/scoring';
import type { Season } from '#contract/entities/season';
import { mergeDrivers, namesOfDrivers, separateDriver } from '#contract/race/aliases';
import { teamKey } from '#contract/race/teams';
import { teamsOfSeason } from '#contract/race/teams-of-season';
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
import { PreviewButton } from './PreviewButton.tsx';
import type { SectionProps } from './section-props.ts';

interface TeamAliases {
  readonly teamAliases: readonly Alias[];
}

/** Merges names of teams into one team: its results count together, and it has one colour. */
export function TeamAliasesForm({ season, version }: SectionProps) {
  const select = ({ teamAliases }: Season): TeamAliases => ({ teamAliases: teamAliases ?? [] });
  const send = useWrite(setTeamAliases);
  const editor = useSeasonPart<TeamAliases>({
    season,
    version,
    form: 'season.teamAliases',
    title: `${season.name}: merged teams`,
    section: 'drivers',
    lists: { teamAliases: 'name' },
    actions: ['setTeamAliases'],
    select,
    save: ({ value, base: _, ...attempt }) =>
      send({ entity: season, params: { id: season.id }, body: bodyOf(value), ...attempt }),
  });
  const { teamAliases } = editor.value ?? select(season);
  const stored = select(season).teamAliases;
  // Merged teams are in the standings by the shown name alone.
  const merged = new Set(stored.map(({ name }) => teamKey(name)));
  const others = teamsOfSeason(season).filter((team) => !merged.has(teamKey(team)));
  const names = namesOfDrivers(
    teamAliases,
    [...stored.flatMap(({ recordedNames }) => recordedNames), ...others],
    teamKey,
  );
  const { step, undo } = useUndoSteps({
    items: teamAliases,
    keyOf: ({ recordedNames }) => recordedNames.join('\n'),
    isDirty: editor.isDirty,
    onChange: (changed) => editor.change({ teamAliases: changed }),
  });
  if (names.length < 2 && stored.length === 0 && !editor.isDirty)
    return <Empty title="Nothing to merge">Teams appear here once the roster or a session has two.</Empty>;
  return (
    <form className="stack gap-5" onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        Spellings of a team, such as VCARB and RB, count together by themselves. Two names that are one team can be
        merged here.
      </p>
      <MergedNames
        title="Merged teams"
        aliases={teamAliases}
        errorOf={(index) => fieldErrorOf(editor.failure, `teamAliases.${index}.name`)}
        onChange={(changed) => editor.change({ teamAliases: changed })}
        onSeparate={(name) => step(separateDriver(teamAliases, name))}
      />
      <MergeFields of="team" names={names} onMerge={(chosen) => step(mergeDrivers(teamAliases, chosen, teamKey))} />
      {undo === null ? null : (
        <Button className="justify-self-start" onClick={undo}>
          Undo the last step
        </Button>
      )}
      <EditorFoot
        editor={editor}
        label="Save teams"
        fields={{ teamAliases: 'Merged teams' }}
        textOf={({ teamAliases: each }) =>
          each.map(({ name, recordedNames }) => `${name}: ${recordedNames.join(', ')}`).join('; ')
        }
        isIncomplete={teamAliases.some(({ name }) => name.trim() === '')}
      />
      {editor.isDirty ? (
        <PreviewButton key={JSON.stringify(teamAliases)} season={season} body={bodyOf({ teamAliases })} />
      ) : null}
    </form>
  );
}

function bodyOf({ teamAliases }: TeamAliases) {
  return {
    teamAliases: teamAliases.map(({ name, recordedNames }) => ({
      name: name.trim(),
      recordedNames: [...recordedNames],
    })),
  };
}
