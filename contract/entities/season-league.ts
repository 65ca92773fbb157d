import * as v from 'valibot';
import { longestName } from '../constants.ts';
import { line } from '../values/text-values.ts';
import { Uuid } from '../values/values.ts';

/** A league that contains a season. */
export const SeasonLeague = v.object({
  /** The id of the league. */
  id: Uuid,
  /** The name of the league. */
  name: line(longestName),
});
