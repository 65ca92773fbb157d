import type { Season } from '#contract/entities/season';

export interface SectionProps {
  readonly season: Season;
  /** The version of the season that is shown, for If-Match. */
  readonly version: string;
}
