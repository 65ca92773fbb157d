import { closestMatch } from 'leven';
import { EnvSchema } from './env-schema.ts';

const names = Object.keys(EnvSchema.entries);

/** Variables of the environment that are probably meant to be settings, each as a line without its value. */
export function findMisspelt(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    // Kubernetes sets PITBOARD_PORT for a service of that name.
    if (name in EnvSchema.entries || value?.startsWith('tcp://')) return [];
    const meant = findMeant(name.toUpperCase().replace(/^PITBOARD_/, ''));
    return meant === undefined ? [] : [`${name} is not a setting of Pitboard: did you mean ${meant}?`];
  });
}

/** The setting that a name is nearly: one letter differs, or two of a long name. */
function findMeant(name: string): string | undefined {
  const nearest = closestMatch(name, names, { maxDistance: 2 });
  if (nearest === undefined || nearest === name || nearest.length > 5) return nearest;
  // Two letters of a short name make HOME of HOST, unless they are exchanged.
  return lettersOf(nearest) === lettersOf(name) ? nearest : closestMatch(name, names, { maxDistance: 1 });
}

function lettersOf(name: string): string {
  return [...name].sort().join('');
}
