import { useState } from 'react';
import { setTeamAliases, setTeamColours } from '#contract/calls/edit-season';
import type { Alias } from '#contract/entities/scoring';
import type { TeamColour } from '#contract/entities/team-colour';
import { mergeDrivers, renameRecorded, separateName } from '#contract/race/aliases';
import { teamKey } from '#contract/race/teams';
import { colourInputOf } from '#contract/race/teams-of-season';
import { isEqual } from '#machines/equal';
import { sentAliases } from '../../../actors/roster.ts';
import { useSeasonPart } from '../../../actors/season.ts';
import { useUndoSteps } from '../../../actors/undo-steps.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { aboveSaveBar, saveBar } from '../save-bar.ts';
import { colourName } from './colour-name.ts';
import { MergeField } from './MergeField.tsx';
import { OtherNames } from './OtherNames.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { ShownName } from './ShownName.tsx';
import type { SectionProps } from './section-props.ts';
import { TeamRow } from './TeamRow.tsx';

interface TeamsValue {
  readonly teamColours: readonly TeamColour[];
  /** Teams with several names; absent in drafts of older versions. */
  readonly teamAliases?: readonly Alias[];
}

/** Edits the teams of a season. Where only their names are stored, the colours stay unsaved. */
function useTeamsEditor({ season, version }: SectionProps) {
  const sendAliases = useWrite(setTeamAliases);
  const sendColours = useWrite(setTeamColours);
  return useSeasonPart<TeamsValue>({
    season,
    version,
    form: 'season.teamColours',
    title: `${season.name}: teams`,
    section: 'drivers',
    lists: { teamColours: 'team', teamAliases: 'name' },
    actions: ['setTeamColours', 'setTeamAliases', 'setRoster'],
    select: ({ teamColours, teamAliases }) => ({ teamColours: teamColours ?? [], teamAliases: teamAliases ?? [] }),
    save: async ({ value, base, version: basedOn, key, signal }) => {
      const target = { entity: season, params: { id: season.id }, signal };
      const isNamed = value.teamAliases !== undefined && !isEqual(value.teamAliases, base.teamAliases);
      const named = isNamed
        ? await sendAliases({
            ...target,
            version: basedOn,
            key: `${key}.names`,
            body: { teamAliases: sentAliases(value.teamAliases) },
          })
        : null;
      if (named !== null && ('failure' in named || isEqual(value.teamColours, base.teamColours))) return named;
      const body = { teamColours: [...value.teamColours] };
      return sendColours({ ...target, version: named?.version ?? basedOn, key, body });
    },
  });
}

/** The teams of a season, each in one row: its colour, which it has by itself until another is chosen, and its names. */
export function TeamsSection({ season, version }: SectionProps) {
  const [open, setOpen] = useState<string | null>(null);
  // The rows of teams that are gone stay while the focus may be in them.
  const [gone, setGone] = useState<readonly string[]>([]);
  const editor = useTeamsEditor({ season, version });
  const chosen = editor.value?.teamColours ?? season.teamColours ?? [];
  const aliases = editor.value?.teamAliases ?? season.teamAliases ?? [];
  const colours = colourInputOf({ ...season, teamAliases: [...aliases] });
  const { keyOf } = colours;
  // Merged teams are in the standings by the shown name alone.
  const stored = (season.teamAliases ?? []).flatMap(({ recordedNames }) => recordedNames);
  const ofSeason = byKey([...colours.teams, ...stored], keyOf);
  // A team can be gone since its colour was chosen, or have another name.
  const keys = new Set(ofSeason.map(keyOf));
  const isGone = (team: string) => !keys.has(keyOf(team));
  const former = [...chosen.map(({ team }) => team), ...gone].filter(isGone);
  const teams = [...new Set([...ofSeason, ...former])]
    .map((team) => rowOf(team, aliases))
    .sort((one, other) => one.name.localeCompare(other.name));
  const chosenOf = (team: string) => chosen.findIndex((each) => keyOf(each.team) === keyOf(team));
  const { step, undo } = useUndoSteps<TeamColour | Alias>({
    items: [...chosen, ...aliases],
    keyOf: (item) => ('colour' in item ? `colour ${item.team}` : item.recordedNames.join('\n')),
    isDirty: editor.isDirty,
    onChange: (items) =>
      editor.change({
        teamColours: items.flatMap((item) => ('colour' in item ? [item] : [])),
        teamAliases: items.flatMap((item) => ('colour' in item ? [] : [item])),
      }),
  });
  const merge = (kept: string, other: string) =>
    // The merged team has the colour of the first.
    step([
      ...chosen.filter((each) => keyOf(each.team) !== keyOf(other)),
      ...mergeDrivers(aliases, [kept, other], teamKey),
    ]);
  if (teams.length === 0)
    return <Empty title="No teams yet">Teams appear here once the roster or a session has one.</Empty>;
  const isBar = (editor.isDirty || editor.isSaved) && editor.conflicts.length === 0;
  return (
    <form className={`stack gap-4 ${aboveSaveBar}`} onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        Each team has a colour of its own on all pages, pictures and overlays of the season. Spellings of a team, such
        as VCARB and RB, count together by themselves; two names that are one team can be merged.
      </p>
      <ul aria-label="Teams" className="border-t border-line">
        {teams.map(({ key: team, name, alias, otherNames }) => {
          const others = teams.filter(({ key }) => key !== team);
          return (
            <TeamRow
              key={team}
              team={name}
              otherNames={otherNames}
              colours={colours}
              chosen={chosen}
              isOpen={team === open}
              error={
                fieldErrorOf(editor.failure, `teamColours.${chosenOf(team)}`) ??
                fieldErrorOf(editor.failure, `teamAliases.${alias === null ? -1 : aliases.indexOf(alias)}.name`)
              }
              onOpen={(isOpen) => setOpen(isOpen ? team : null)}
              onChange={(colour) => {
                if (isGone(team)) setGone([...gone, team]);
                const rest = chosen.filter((_, index) => index !== chosenOf(team));
                editor.change({ teamColours: colour === null ? rest : [...rest, { team: name, colour }] });
              }}
            >
              {alias === null ? null : (
                <ShownName
                  name={name}
                  onRename={(shown) => {
                    const other = others.find((each) => teamKey(each.name) === teamKey(shown));
                    if (other === undefined)
                      step([...chosen, ...renameRecorded(aliases, alias.recordedNames[0] ?? name, shown, teamKey)]);
                    else merge(other.name, name);
                    return null;
                  }}
                />
              )}
              <OtherNames
                of={name}
                names={otherNames}
                onSeparate={(each) => step([...chosen, ...separateName(aliases, each, teamKey)])}
              />
              <MergeField name={name} others={others} onMerge={(other) => merge(name, other.name)} />
            </TeamRow>
          );
        })}
      </ul>
      {editor.isDirty && !isEqual(aliases, season.teamAliases ?? []) ? (
        <PreviewButton key={JSON.stringify(aliases)} season={season} body={{ teamAliases: sentAliases(aliases) }} />
      ) : null}
      <div className={isBar ? saveBar : 'stack gap-3'}>
        {undo === null ? null : (
          <Button className="justify-self-start" onClick={undo}>
            Undo the last step
          </Button>
        )}
        <EditorFoot
          editor={editor}
          label="Save teams"
          fields={{ teamColours: 'Team colours', teamAliases: 'Merged teams' }}
          textOf={({ teamColours, teamAliases = [] }, field) =>
            field === 'teamColours'
              ? teamColours.map(({ team, colour }) => `${team}: ${colourName(colour)}`).join('; ')
              : teamAliases.map(({ name, recordedNames }) => `${name}: ${recordedNames.join(', ')}`).join('; ')
          }
        />
      </div>
    </form>
  );
}

/** Of the names of one team, the first. */
function byKey(teams: readonly string[], keyOf: (team: string) => string): string[] {
  return [...new Map([...teams].reverse().map((team) => [keyOf(team), team])).values()];
}

/** A team with the name that is shown, and all its names. */
function rowOf(team: string, aliases: readonly Alias[]) {
  const key = teamKey(team);
  const alias =
    aliases.find(({ name, recordedNames }) => [name, ...recordedNames].some((each) => teamKey(each) === key)) ?? null;
  const name = alias?.name ?? team;
  const otherNames = alias?.recordedNames.filter((each) => teamKey(each) !== teamKey(name)) ?? [];
  // The same while it is merged with others and renamed.
  return { key: alias?.recordedNames[0] ?? team, name, alias, otherNames };
}
