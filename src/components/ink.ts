import type { CSSProperties } from 'react';

/** The colour of what `ink-stroke` and `ink-fill` draw. Paper has it darker: the light ones are not seen on white. */
export function ink(colour: string | undefined): CSSProperties {
  return { '--ink': colour } as CSSProperties;
}
