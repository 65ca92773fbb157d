import type { OverlayOptions } from '../../../format/overlay-options.ts';

/** The options as they are typed. */
export interface OverlayFieldValues extends Omit<OverlayOptions, 'rows' | 'drivers'> {
  /** The id of a live session; empty for whatever the user drives. */
  readonly race: string;
  /** The id of the season whose standings it shows; empty for a race. */
  readonly season: string;
  readonly rows: string;
  readonly drivers: string;
  readonly key: string;
}

/** The props of an overlay's fields. */
export interface OverlayFieldProps {
  readonly values: OverlayFieldValues;
  readonly onChange: (change: Partial<OverlayFieldValues>) => void;
}
