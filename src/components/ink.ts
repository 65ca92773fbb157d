import type { CSSProperties } from 'react';
import { lineColour } from '#contract/colours/car-colours';

/** The colour of what `ink-stroke` and `ink-fill` draw; dark colours of teams are lighter. Paper has it darker: the light ones are not seen on white. */
export function ink(colour: string | undefined): CSSProperties {
  return { '--ink': colour === undefined ? undefined : lineColour(colour) } as CSSProperties;
}
