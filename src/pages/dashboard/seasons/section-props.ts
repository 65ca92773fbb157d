import type { Season } from '#contract/entities/season';

/** The props of every section of the page that edits a season. */
export interface SectionProps {
  readonly season: Season;
  /** The version of the season that is shown, for If-Match. */
  readonly version: string;
}
