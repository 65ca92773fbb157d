import { ResultStatus } from '#contract/enumerations';
import type { TypedLine } from './typed-parts.ts';

/** The positions of the lines by the places that are written in them, and what is wrong with those or may be. */
export function orderOf(lines: readonly TypedLine[]) {
  const positions = lines.map((_, index) => index + 1);
  const [errors, notes]: [string[], string[]] = [[], []];
  const placed = lines.flatMap(({ name, place, status }, index) =>
    place === null ? [] : [{ name, place, status, index }],
  );
  if (!hasPlaces(lines)) return { positions, errors, notes };
  const finishers = lines.filter(({ status }) => status === ResultStatus.Finished);
  const [unplaced] = finishers.filter(({ isPlaced }) => !isPlaced);
  if (unplaced !== undefined && finishers.length > 2 && finishers.filter(({ isPlaced }) => !isPlaced).length === 1)
    errors.push(`“${unplaced.name}” has no place, and all others have: write it, or DNF, or leave the line out.`);
  for (const [at, { name, place, status, index }] of placed.entries()) {
    const before = placed[at - 1];
    const sharing = placed.filter((each) => each.place === place).length;
    const isTie = place === (positions[placed.find((each) => each.place === place)?.index ?? 0] ?? 0);
    const next = placed[at + 1]?.place;
    if (before !== undefined && place < before.place) {
      const order = `Place ${place} comes after place ${before.place}: put the lines in the order of the result.`;
      return { positions, errors: [order], notes };
    }
    if (before?.place !== place) {
      if (place > index + 1 && status === ResultStatus.Finished)
        notes.push(`There is no place ${index + 1} in the lines: ${name} has it.`);
      continue;
    }
    if (!isTie || (next !== undefined && next !== place && next < place + sharing))
      errors.push(
        `${before.name} and ${name} both have place ${place}: where it is a tie, the next place is ${place + sharing}.`,
      );
    else notes.push(`${before.name} and ${name} share P${place}.`);
    positions[index] = positions[before.index] ?? index + 1;
  }
  return { positions, errors, notes };
}

/** Whether the numbers before the names are places, and not those of the cars. */
function hasPlaces(lines: readonly TypedLine[]): boolean {
  const places = lines.flatMap(({ place }) => place ?? []);
  return (
    lines.some(({ place, isPlaced }) => place !== null && isPlaced) ||
    places.every((_, index) => places.includes(index + 1)) ||
    places.every((place, index) => place <= index + 1 && place >= (places[index - 1] ?? 1))
  );
}
