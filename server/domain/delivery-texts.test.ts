import { expect, test } from 'vitest';
import type { StandingDriver } from '#contract/entities/season';
import { Track } from '#contract/enumerations';
import { escapeMarkdown, reminderText, standingsText, withdrawalText } from './delivery-texts.ts';

const driver = (name: string, points: number): StandingDriver => ({
  name,
  points,
  team: null,
  results: [],
  aliases: [],
});
const seasonOf = (drivers: StandingDriver[]) => ({ name: 'Winter', standings: { drivers, tracks: [] } });

test('names are texts: no formatting, no mentions, no links, one line', () => {
  expect(escapeMarkdown('**Ada** _O_ `x` ||y|| ~z~\n# head')).toBe(
    '\\*\\*Ada\\*\\* \\_O\\_ \\`x\\` \\|\\|y\\|\\| \\~z\\~ \\# head',
  );
  expect(escapeMarkdown('@everyone <@1> <#2>')).toBe('\\@everyone \\<\\@1\\> \\<\\#2\\>');
  expect(escapeMarkdown('[click](https://evil.test)')).toBe('\\[click\\]\\(https\\: //evil.test\\)');
});

test('standings list every driver with their points', () => {
  const season = seasonOf([driver('Ada Okoro', 43), driver('Mika', 12.5)]);
  expect(standingsText({ season, number: 3, note: 'After\nthe appeal' })).toBe(
    ['**Winter: official standings 3**', 'After the appeal', '1\\. Ada Okoro · 43', '2\\. Mika · 12.5'].join('\n'),
  );
});

test('a message is never longer than Discord takes, whatever the names', () => {
  const season = seasonOf(Array.from({ length: 100 }, (_, index) => driver(`${'*'.repeat(80)}${index}`, index)));
  const text = standingsText({ season: { ...season, name: '_'.repeat(80) }, number: 1, note: '|'.repeat(500) });
  expect(text.length).toBeLessThan(1_900);
  expect(text).toMatch(/\nand \d+ more$/);
});

test('a reminder has the time as Discord shows it in the time zone of each reader', () => {
  const event = { name: null, track: Track.Monza, startsAt: '2026-12-01T19:00:00.000Z' };
  expect(reminderText('Winter', 4, event)).toBe(
    '**Winter, round 4: Monza** begins <t:1796151600:R>, on <t:1796151600:F>.',
  );
});

test('standings that were taken back are named', () => {
  expect(withdrawalText('Winter', 2)).toBe('**Winter**: official standings 2 were taken back.');
});
