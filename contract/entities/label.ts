import { nameOf } from '../enumerations.ts';

/** The name of a number of an enumeration as words: `Abu Dhabi` for AbuDhabi. */
export function labelOf(enumeration: Record<string, number>, number: number): string {
  return (nameOf(enumeration, number) ?? 'Unknown').replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, ' ');
}
