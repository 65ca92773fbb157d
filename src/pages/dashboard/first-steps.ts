import type { AnswerOf } from '#contract/api/answers';
import type { DrivenSeason } from '#contract/entities/season';
import { isEmptyUnrenewed } from '../../actors/driven-seasons.ts';
import type { Read } from '../../actors/read.tsx';
import { newSeasonPath } from '../../actors/season-create.ts';
import { canRecord, runningOf } from '../../format/own-live.ts';

type Answer<Value> = Pick<Read<Value>, 'phase' | 'network' | 'value' | 'cached' | 'failure'>;

/** What decides whether a user has to begin, and with what. */
export interface FirstStepReads {
  readonly leagues: Answer<AnswerOf<'pageUserLeagues'>>;
  readonly seasons: Answer<AnswerOf<'pageOwnSeasons'>>;
  readonly sessions: Answer<AnswerOf<'listOwnSessions'>>;
  /** The seasons of others that the user drives in. */
  readonly driven: Answer<readonly DrivenSeason[]>;
  readonly recorders: Answer<AnswerOf<'listRecorders'>>;
  readonly live: Answer<AnswerOf<'listUserLive'>>;
}

interface FirstStep {
  readonly isDone: boolean;
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

/**
 * The way of a new admin to a season that records itself. `none`: all is done, or the user drives in a season of somebody
 * else and has begun none. `failed`: a list that decides could not be read or renewed, so nobody is told to begin.
 */
export function firstStepsOf(
  userId: string,
  reads: FirstStepReads,
): readonly FirstStep[] | 'waiting' | 'failed' | 'none' {
  const { recorders, live } = reads;
  const [leagues, seasons] = [reads.leagues.value, reads.seasons.value];
  const [sessions, driven] = [reads.sessions.value, reads.driven.value];
  const isWaiting = [recorders, live].some(
    ({ phase, network }) => network === 'online' && (phase === 'waiting' || phase === 'pending'),
  );
  if (leagues === null || seasons === null || sessions === null || driven === null || isWaiting) {
    const deciding = [reads.leagues, reads.seasons, reads.sessions, reads.driven];
    return deciding.some(({ phase }) => phase === 'failed' || phase === 'notFound') ? 'failed' : 'waiting';
  }
  const [league, ...otherLeagues] = leagues.leagues.filter(({ ownerId }) => ownerId === userId);
  const hasSeason = seasons.seasons.length > 0;
  const hasBegun = league !== undefined || hasSeason;
  if (!hasBegun && isEmptyUnrenewed(reads.driven)) return 'failed';
  const isDriverAlone = driven.length > 0 && !hasBegun;
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
      isDone: canRecord({
        sessions: sessions.sessions.length,
        recorders: recorders.value?.length ?? 0,
        live: runningOf(live.value).length,
      }),
      href: '/dashboard/race-night',
      title: 'Upload a race, or connect the recorder',
      text: 'Each session finds its event. A result without a recording is entered there.',
    },
  ];
  return isDriverAlone || steps.every(({ isDone }) => isDone) ? 'none' : steps;
}
