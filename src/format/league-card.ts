import type { League } from '#contract/entities/league';
import type { LeagueSeason } from '#contract/entities/record';
import { formatCount } from './count.ts';
import { formatShortDay } from './date.ts';
import { trackName } from './names.ts';
import { seasonProgress } from './season-progress.ts';

/** The line below the name of a league in a list, and the number of its seasons beside it unless the line has it. */
export function leagueCardTexts(
  { description, seasonIds }: Pick<League, 'description' | 'seasonIds'>,
  season: LeagueSeason | undefined,
): { readonly line: string; readonly seasons: string | null } {
  const seasons = formatCount(seasonIds.length, 'season');
  if (season !== undefined) return { line: roundText(season), seasons };
  const text = description?.trim() ?? '';
  return text === '' ? { line: seasons, seasons: null } : { line: text, seasons };
}

/** `Round 5 of 8 · Monza 21 Nov` */
function roundText({ rounds, roundsRun, lastRace, seasonName }: LeagueSeason): string {
  if (rounds === 0) return seasonName;
  const progress = seasonProgress({ run: roundsRun, all: rounds });
  if (lastRace === null) return progress;
  return `${progress} · ${lastRace.eventName ?? trackName(lastRace.track)} ${formatShortDay(lastRace.startedAt)}`;
}
