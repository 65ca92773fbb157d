/** The look of a line. */
interface Stroke {
  readonly colour: string;
  readonly dash: string | undefined;
}

const dashes = [undefined, '7 4', '2 4', '10 3 2 3'];

/** The looks of lines of these teams: those of one team are dashed in different ways. */
export function strokesOfTeams(teams: readonly (string | null)[], colourOf: (team: string | null) => string): Stroke[] {
  return teams.map((team, index) => ({
    colour: colourOf(team),
    dash: dashes[teams.slice(0, index).filter((other) => other === team).length % dashes.length],
  }));
}
