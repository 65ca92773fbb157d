import { expect, test } from 'vitest';
import type { LeagueSeason } from '#contract/entities/record';
import { Track } from '#contract/enumerations';
import { leagueCardTexts } from './league-card.ts';

const id = '01900000-0000-7000-8000-00000000beef';

test('a league without a description has the number of its seasons once', () => {
  for (const description of [null, ' '])
    expect(leagueCardTexts({ description, seasonIds: [id] }, undefined)).toEqual({
      line: '1 season',
      day: null,
      seasons: null,
    });
});

test('a league with a description has it in the line, and the number of its seasons beside it', () => {
  expect(leagueCardTexts({ description: 'Sundays at eight', seasonIds: [] }, undefined)).toEqual({
    line: 'Sundays at eight',
    day: null,
    seasons: '0 seasons',
  });
});

test('a league with a season has the progress of that in the line', () => {
  const season: LeagueSeason = {
    leagueId: id,
    seasonId: id,
    seasonName: 'Winter Cup',
    rounds: 6,
    roundsRun: 0,
    leader: null,
    lastRace: null,
    nextRound: null,
  };
  const lineOf = (given: Partial<LeagueSeason>) =>
    leagueCardTexts({ description: 'Sundays at eight', seasonIds: [id] }, { ...season, ...given });
  const seasons = '1 season';
  expect(lineOf({})).toEqual({ line: '6 events, none driven yet', day: null, seasons });
  expect(lineOf({ rounds: 0 })).toEqual({ line: 'Winter Cup', day: null, seasons });
  const lastRace = {
    ...{ sessionId: id, round: 5, track: Track.Monza, eventName: 'Temple of Speed', winner: null },
    startedAt: '2026-11-27T12:00:00.000Z',
  };
  expect(lineOf({ roundsRun: 5, lastRace })).toEqual({
    line: 'Round 5 of 6 · Temple of Speed',
    day: lastRace.startedAt,
    seasons,
  });
});
