import { useState } from 'react';
import { setTeamColours } from '#contract/calls/edit-season';
import type { Season } from '#contract/entities/season';
import type { TeamColour } from '#contract/entities/team-colour';
import { colourInputOf } from '#contract/race/teams-of-season';
import { useSeasonPart } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Empty } from '../../../components/Empty.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { saveBar } from '../save-bar.ts';
import { colourName } from './colour-name.ts';
import type { SectionProps } from './section-props.ts';
import { TeamColourRow } from './TeamColourRow.tsx';

interface TeamColoursValue {
  readonly teamColours: readonly TeamColour[];
}

/** The colours of the teams of a season: each has one by itself until another is chosen. */
export function TeamColoursForm({ season, version }: SectionProps) {
  const [open, setOpen] = useState<string | null>(null);
  // The rows of teams that are gone stay while the focus may be in them.
  const [gone, setGone] = useState<readonly string[]>([]);
  const select = ({ teamColours }: Season): TeamColoursValue => ({ teamColours: teamColours ?? [] });
  const send = useWrite(setTeamColours);
  const editor = useSeasonPart<TeamColoursValue>({
    season,
    version,
    form: 'season.teamColours',
    title: `${season.name}: team colours`,
    section: 'drivers',
    lists: { teamColours: 'team' },
    actions: ['setTeamColours', 'setRoster'],
    select,
    save: ({ value: { teamColours }, base: _, ...attempt }) =>
      send({
        entity: season,
        params: { id: season.id },
        body: { teamColours: [...teamColours] },
        ...attempt,
      }),
  });
  const chosen = (editor.value ?? select(season)).teamColours;
  const colours = colourInputOf(season);
  const ofSeason = [...new Map([...colours.teams].reverse().map((team) => [colours.keyOf(team), team])).values()];
  // A team can be gone since its colour was chosen, or have another name.
  const keys = new Set(ofSeason.map(colours.keyOf));
  const isGone = (team: string) => !keys.has(colours.keyOf(team));
  const former = [...chosen.map(({ team }) => team), ...gone].filter(isGone);
  const teams = [...new Set([...ofSeason, ...former])].sort((one, other) => one.localeCompare(other));
  const chosenOf = (team: string) => chosen.findIndex((each) => colours.keyOf(each.team) === colours.keyOf(team));
  if (teams.length === 0)
    return <Empty title="No teams yet">Teams appear here once the roster or a session has one.</Empty>;
  return (
    <form className="stack gap-4" onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        Each team has a colour of its own on all pages, pictures and overlays of the season. Choose another one here.
      </p>
      <ul aria-label="Teams" className="border-t border-line">
        {teams.map((team) => (
          <TeamColourRow
            key={team}
            team={team}
            colours={colours}
            chosen={chosen}
            isOpen={team === open}
            error={fieldErrorOf(editor.failure, `teamColours.${chosenOf(team)}`)}
            onOpen={(isOpen) => setOpen(isOpen ? team : null)}
            onChange={(colour) => {
              if (isGone(team)) setGone([...gone, team]);
              const others = chosen.filter((_, index) => index !== chosenOf(team));
              editor.change({ teamColours: colour === null ? others : [...others, { team, colour }] });
            }}
          />
        ))}
      </ul>
      <div className={editor.isDirty || editor.isSaved ? saveBar : 'stack gap-3'}>
        <EditorFoot
          editor={editor}
          label="Save colours"
          fields={{ teamColours: 'Team colours' }}
          textOf={({ teamColours }) =>
            teamColours.map(({ team, colour }) => `${team}: ${colourName(colour)}`).join('; ')
          }
        />
      </div>
    </form>
  );
}
