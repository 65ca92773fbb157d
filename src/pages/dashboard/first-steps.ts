import type { listRecorders } from '#contract/calls/account';
import type { AnswerOf } from '#contract/calls/call';
import type { pageUserLeagues } from '#contract/calls/leagues';
import type { listUserLive } from '#contract/calls/live';
import type { pageOwnSeasons } from '#contract/calls/seasons';
import type { listOwnSessions } from '#contract/calls/sessions';
import type { DrivenSeason } from '#contract/entities/season';
import { isUnconfirmedEmpty } from '../../actors/driven-seasons.ts';
import type { Read } from '../../actors/read.tsx';
import { newSeasonPath } from '../../actors/season-create.ts';
import { canRecord, runningOf } from '../../format/own-live.ts';

type Answer<Value> = Pick<Read<Value>, 'phase' | 'network' | 'value' | 'cached' | 'failure'>;

/** The reads that decide whether a user needs first steps, and which. */
export interface FirstStepReads {
  readonly leagues: Answer<AnswerOf<typeof pageUserLeagues>>;
  readonly seasons: Answer<AnswerOf<typeof pageOwnSeasons>>;
  readonly sessions: Answer<AnswerOf<typeof listOwnSessions>>;
  /** The seasons of others that the user drives in. */
  readonly driven: Answer<readonly DrivenSeason[]>;
  readonly recorders: Answer<AnswerOf<typeof listRecorders>>;
  readonly live: Answer<AnswerOf<typeof listUserLive>>;
}

interface FirstStep {
  readonly isDone: boolean;
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/**
 * The way of a new owner to a season that records itself. `none`: all is done, or the user drives in a season of somebody
 * else or works for their league, and has begun none. `unknown`: a list that decides could not be read or renewed, so nobody is told to begin.
 */
export function firstStepsOf(
  userId: string,
  reads: FirstStepReads,
): readonly FirstStep[] | 'waiting' | 'unknown' | 'none' {
  const { leagues, seasons, sessions, driven, recorders, live } = reads;
  const isWaiting = [recorders, live].some(
    ({ phase, network }) => network === 'online' && (phase === 'waiting' || phase === 'pending'),
  );
  if (isWaiting || [leagues, seasons, sessions, driven].some(isMissing)) return 'waiting';
  const ownLeagues = leagues.value?.leagues.filter(({ ownerId }) => ownerId === userId) ?? null;
  const hasSeason = seasons.value === null ? null : seasons.value.seasons.length > 0;
  const hasBegun = eitherOf(ownLeagues === null ? null : ownLeagues.length > 0, hasSeason);
  if (hasBegun === null || hasSeason === null) return 'unknown';
  // Only users without leagues and seasons of their own can be drivers alone.
  if (!hasBegun && (driven.value === null || isUnconfirmedEmpty(driven))) return 'unknown';
  if (!hasBegun && driven.value !== null && driven.value.length > 0) return 'none';
  if (!hasBegun && leagues.value?.leagues.some(({ staff }) => staff?.some((each) => each.userId === userId)))
    return 'none';
  const isRecording = canRecord({
    sessions: sessions.value?.sessions.length ?? 0,
    recorders: recorders.value?.length ?? 0,
    live: runningOf(live.value).length,
  });
  if (hasSeason && !isRecording && sessions.value === null) return 'unknown';
  const [league, ...otherLeagues] = ownLeagues ?? [];
  const steps = [
    {
      isDone: hasBegun,
      href: '/dashboard/leagues/create',
      title: 'Create your league',
      text: 'Its page is what you share with the drivers.',
    },
    {
      isDone: hasSeason,
      href: newSeasonPath({ leagueId: otherLeagues.length === 0 ? (league?.id ?? null) : null }),
      title: 'Add a season with its dates',
      text: 'A list of tracks makes one event a week.',
    },
    {
      isDone: isRecording,
      href: '/dashboard/race-night',
      title: 'Upload a race, or connect the recorder',
      text: 'Each session finds its event. A result without a recording is entered there.',
    },
  ];
  return steps.every(({ isDone }) => isDone) ? 'none' : steps;
}

/** Whether a list may still come. */
function isMissing({ value, phase }: Answer<unknown>): boolean {
  return value === null && phase !== 'failed' && phase !== 'notFound';
}

/** Whether one of two is true; null where that is not known. */
function eitherOf(one: boolean | null, other: boolean | null): boolean | null {
  if (one === true || other === true) return true;
  return one === null || other === null ? null : false;
}
