import { listLeagueSeasons, listLeagues } from '#contract/calls/leagues';
import type { LeagueSeason } from '#contract/entities/record';
import { useRead } from './read.tsx';

/** The facts of a season in a list, beside its name. */
interface SeasonFacts {
  /** The name of its league. */
  readonly league: string | null;
  readonly leader: LeagueSeason['leader'];
}

/** The league of each season, and who leads those that leagues drive now. */
export function useSeasonFacts(): (seasonId: string) => SeasonFacts {
  const leagues = useRead({ call: listLeagues }).value?.leagues ?? [];
  const driven = useRead({ call: listLeagueSeasons }).value ?? [];
  const leagueOf = new Map(leagues.flatMap(({ name, seasonIds }) => seasonIds.map((id) => [id, name] as const)));
  const leaderOf = new Map(driven.map(({ seasonId, leader }) => [seasonId, leader] as const));
  return (id) => ({ league: leagueOf.get(id) ?? null, leader: leaderOf.get(id) ?? null });
}
