import type * as v from 'valibot';
import * as bodies from '#contract/api/bodies';
import * as config from '#contract/api/config';
import * as driverLists from '#contract/api/driver-lists';
import * as problem from '#contract/api/problem';
import * as search from '#contract/api/search';
import * as parameters from '#contract/calls/parameters';
import * as account from '#contract/entities/account';
import * as apiToken from '#contract/entities/api-token';
import * as completeness from '#contract/entities/completeness';
import * as deletion from '#contract/entities/deletion';
import * as entry from '#contract/entities/entry';
import * as league from '#contract/entities/league';
import * as lineUp from '#contract/entities/line-up';
import * as liveRegistration from '#contract/entities/live-registration';
import * as liveSession from '#contract/entities/live-session';
import * as member from '#contract/entities/member';
import * as notice from '#contract/entities/notice';
import * as noticeSettings from '#contract/entities/notice-settings';
import * as profile from '#contract/entities/profile';
import * as raceControl from '#contract/entities/race-control';
import * as record from '#contract/entities/record';
import * as recorder from '#contract/entities/recorder';
import * as roster from '#contract/entities/roster';
import * as ruling from '#contract/entities/ruling';
import * as scoring from '#contract/entities/scoring';
import * as season from '#contract/entities/season';
import * as seasonLeague from '#contract/entities/season-league';
import * as sectionEditor from '#contract/entities/section-editor';
import * as session from '#contract/entities/session';
import * as sessionVersion from '#contract/entities/session-version';
import * as teamColour from '#contract/entities/team-colour';
import * as track from '#contract/entities/track';
import * as usage from '#contract/entities/usage';
import * as webhook from '#contract/entities/webhook';
import * as enumerations from '#contract/enumerations';
import * as penalties from '#contract/penalties';

type Schema = v.GenericSchema<unknown, unknown>;

const { Page: _, Paging: __, ImageQuery: ___, ...choices } = parameters;

const exported: Readonly<Record<string, unknown>> = {
  ...account,
  ...apiToken,
  ...bodies,
  ...choices,
  ...completeness,
  ...config,
  ...deletion,
  ...driverLists,
  ...entry,
  ...enumerations,
  ...league,
  ...lineUp,
  ...liveRegistration,
  ...liveSession,
  ...member,
  ...sectionEditor,
  ...notice,
  ...noticeSettings,
  ...penalties,
  ...problem,
  ...profile,
  ...raceControl,
  ...record,
  ...recorder,
  ...roster,
  ...ruling,
  ...scoring,
  ...search,
  ...season,
  ...seasonLeague,
  ...session,
  ...sessionVersion,
  ...teamColour,
  ...track,
  ...usage,
  ...webhook,
};

/** Types of the schemas that the document has by name. */
const types = new Set(['object', 'picklist', 'strict_object', 'variant']);

/** The exported schemas of objects, choices and enumerations, by their names in the document. */
export const named: ReadonlyMap<string, Schema> = new Map(
  Object.entries(exported).flatMap(([name, value]) =>
    types.has((value as Schema | null)?.type ?? '') ? [[name.replace(/Number$/, ''), value as Schema]] : [],
  ),
);

/** The numbers of an enumeration, by their names; undefined for all other schemas. */
export function numbersOf(name: string): Readonly<Record<string, number>> | undefined {
  return exported[`${name}Number`] === undefined ? undefined : (exported[name] as Record<string, number>);
}
