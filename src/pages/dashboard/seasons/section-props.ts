import type { Season } from '#contract/entities/season';
import type { Rights } from '../../../actors/rights.tsx';

export interface SectionProps {
  readonly season: Season;
  /** The version of the season that is shown, for If-Match. */
  readonly version: string;
}

/** A section of which a part needs a right of its own. */
export interface RightsProps extends SectionProps {
  readonly rights: Rights;
}
