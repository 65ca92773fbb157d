import { type ReactNode, useId } from 'react';
import { teamColourNames, teamPalette } from '#contract/colours/car-colours';
import type { TeamColour, TeamColourName } from '#contract/entities/team-colour';
import { teamColourName } from '#contract/race/team-colour-name';
import { assignTeamColours, type ColourInput } from '#contract/race/team-colours';
import { teamKey } from '#contract/race/teams';
import { AfterDot } from '../../../components/AfterDot.tsx';
import { Button } from '../../../components/Button.tsx';
import { colourName } from './colour-name.ts';

interface TeamRowProps {
  readonly team: string;
  readonly otherNames: readonly string[];
  /** The teams of the season, with the colours that they have by themselves. */
  readonly colours: ColourInput;
  readonly chosen: readonly TeamColour[];
  readonly isOpen: boolean;
  readonly error: string | null;
  readonly onOpen: (isOpen: boolean) => void;
  /** Null for the colour that the team has by itself. */
  readonly onChange: (colour: TeamColourName | null) => void;
  /** What can be done with its names. */
  readonly children: ReactNode;
}

/** A team with its colour and other names and, when it is open, the palette. A colour that another team has chosen cannot be chosen. */
export function TeamRow(props: TeamRowProps) {
  const { team, otherNames, colours, chosen, isOpen, error, onOpen, onChange, children } = props;
  const { keyOf = teamKey } = colours;
  const isOwn = (each: TeamColour) => keyOf(each.team) === keyOf(team);
  const own = chosen.find(isOwn)?.colour ?? null;
  const others = chosen.filter((each) => !isOwn(each));
  const automatic = assignTeamColours({ ...colours, teams: [...colours.teams, team], chosen: others }).get(team);
  const automaticColour = teamColourName(automatic);
  const automaticName = automaticColour === null ? '' : colourName(automaticColour);
  return (
    <li className="grid gap-2 border-b border-hair py-2">
      <div className="flex min-h-11 items-center gap-3">
        <Swatch colour={own === null ? automatic : teamPalette[own]} />
        <p className="grid min-w-0 flex-1">
          <bdi className="font-650">{team}</bdi>
          <span className="text-14 text-mute">
            {own === null ? `Automatic: ${automaticName}` : colourName(own)}
            {colours.teams.some((each) => keyOf(each) === keyOf(team)) ? null : ' · Not in the season any more'}
            <AfterDot text={otherNames.length === 0 ? null : `also ${otherNames.join(', ')}`} />
          </span>
        </p>
        <Button aria-expanded={isOpen} aria-label={`Change ${team}`} onClick={() => onOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Change'}
        </Button>
      </div>
      {isOpen ? (
        <fieldset className="pb-1">
          <legend className="sr-only">Colour of {team}</legend>
          <div className="grid grid-cols-2 gap-2 desk:grid-cols-4">
            <Option
              label="Automatic"
              hint={automaticName}
              colour={automatic}
              team={team}
              isChecked={own === null}
              onChoose={() => onChange(null)}
            />
            {teamColourNames.map((colour) => {
              const holder = others.find((each) => each.colour === colour)?.team;
              return (
                <Option
                  key={colour}
                  label={colourName(colour)}
                  hint={holder === undefined ? null : `Chosen for ${holder}`}
                  colour={teamPalette[colour]}
                  team={team}
                  isTaken={holder !== undefined}
                  isChecked={own === colour}
                  onChoose={() => onChange(colour)}
                />
              );
            })}
          </div>
        </fieldset>
      ) : null}
      {isOpen ? children : null}
      {error === null ? null : (
        <p className="text-14 text-red" role="alert">
          {error}
        </p>
      )}
    </li>
  );
}

interface OptionProps {
  readonly label: string;
  readonly hint: string | null;
  readonly colour: string | undefined;
  readonly team: string;
  readonly isTaken?: boolean;
  readonly isChecked: boolean;
  readonly onChoose: () => void;
}

function Option({ label, hint, colour, team, isTaken = false, isChecked, onChoose }: OptionProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5 rounded-8 border border-line px-3 py-1.5 has-checked:border-red has-checked:bg-raised focus-inside has-disabled:cursor-not-allowed">
      <input
        type="radio"
        // All options of a team are one group.
        name={`colour of ${team}`}
        checked={isChecked}
        disabled={isTaken}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === null ? undefined : `${id}-hint`}
        onChange={onChoose}
        className="size-5 shrink-0 accent-red outline-none"
      />
      <Swatch colour={colour} />
      <span className="grid min-w-0">
        <span id={`${id}-label`} className={isTaken ? 'text-mute' : 'font-650'}>
          {label}
        </span>
        {hint === null ? null : (
          <span id={`${id}-hint`} className="text-14 text-mute">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

function Swatch({ colour }: { colour: string | undefined }) {
  return <span aria-hidden="true" className="size-5 shrink-0 rounded-full" style={{ background: colour }} />;
}
