/** The look of a line. */
export interface Stroke {
  readonly colour: string;
  /** Dashes and gaps, in px of a line that is 2.5 px wide; undefined of a solid one. */
  readonly dash: string | undefined;
}

const dashes = [undefined, '7 4', '2 4', '10 3 2 3', '14 5', '5 2 1 2', '1 6'];
/** How much a line of the same team counts against a dash: more than all other lines of a chart. */
const ownTeamWeight = 100;
/**
 * Colours whose lightness differs by less are alike where no colour, or not every colour, is seen; of 100. With 20, all pairs
 * of the palette that share a dash are 15 or more apart (CIEDE2000), which the test measures.
 */
const leastContrast = 20;

/**
 * The looks of lines of these teams. Two of one team, and two that a picture without colours would show alike, are dashed in
 * different ways. The line of a second car, whose bar is notched, is never solid.
 */
export function strokesOfTeams(
  teams: readonly (string | null)[],
  colourOf: (team: string | null) => string,
  isSecond: (index: number) => boolean = () => false,
): readonly Stroke[] {
  const used: { readonly team: string | null; readonly lightness: number; readonly dash: string | undefined }[] = [];
  return teams.map((team, index) => {
    const colour = colourOf(team);
    const lightness = lightnessOf(colour);
    const alike = used.filter((each) => each.team === team || Math.abs(each.lightness - lightness) < leastContrast);
    // Where there are more lines than dashes, the least used one: two of one team never share it.
    const uses = (dash: string | undefined) =>
      alike.reduce((sum, other) => sum + (other.dash !== dash ? 0 : other.team === team ? ownTeamWeight : 1), 0);
    const free = isSecond(index) ? dashes.slice(1) : dashes;
    const dash = free.reduce((best, each) => (uses(each) < uses(best) ? each : best));
    used.push({ team, lightness, dash });
    return { colour, dash };
  });
}

/** The lightness of a colour in six hexadecimal digits, from 0 to 100 (CIE L*). */
function lightnessOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance <= 0.008856 ? 903.3 * luminance : 116 * Math.cbrt(luminance) - 16;
}
