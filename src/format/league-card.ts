import type { League } from '#contract/entities/league';
import type { LeagueSeason } from '#contract/entities/record';
import { progressText } from '#contract/race/season-progress';
import { formatCount } from './count.ts';
import { trackName } from './names.ts';

/**
 * A league's texts in a list: a line, the start of the last race at its end, and its seasons unless the line has them.
 */
export function leagueCardTexts(
  { description, seasonIds }: Pick<League, 'description' | 'seasonIds'>,
  season: LeagueSeason | undefined,
) {
  const seasons = formatCount(seasonIds.length, 'season');
  if (season !== undefined) {
    const { lastRace } = season;
    const isRacing = season.rounds > 0 && lastRace !== null;
    return { line: roundText(season), day: isRacing ? lastRace.startedAt : null, seasons };
  }
  const text = description?.trim() ?? '';
  return text === '' ? { line: seasons, day: null, seasons: null } : { line: text, day: null, seasons };
}

/** `Round 5 of 8 · Monza` */
function roundText({ rounds, roundsRun, lastRound, lastRace, seasonName }: LeagueSeason): string {
  if (rounds === 0) return seasonName;
  const progress = progressText({ round: lastRound ?? roundsRun, rounds });
  return lastRace === null ? progress : `${progress} · ${lastRace.eventName ?? trackName(lastRace.track)}`;
}
