import type { Season } from '#contract/entities/season';

/** What every section of the page that edits a season gets. */
export interface SectionProps {
  readonly season: Season;
  /** The version of the season that is shown, for If-Match. */
  readonly version: string;
}
