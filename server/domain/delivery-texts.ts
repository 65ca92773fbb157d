import type { Season, Standings } from '#contract/entities/season';
import { trackName } from '#contract/entities/track-name';
import type { Track } from '#contract/enumerations';
import type { ResultsColumn } from '#contract/race/championship';
import { isFinish } from '#contract/race/standings';
import { statusLabel } from '#contract/race/status-label';

/** Discord refuses messages with more characters; the link is added when a message is sent. */
const longestMessage = 1_800;
const longestName = 60;

/** A text of a person as Discord shows it: without formatting, links and mentions. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll('://', ': //')
    .replaceAll(/[\\*_~`|>#[\]()<@:-]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function short(name: string): string {
  const letters = Array.from(name);
  return escapeMarkdown(letters.length <= longestName ? name : `${letters.slice(0, longestName - 1).join('')}…`);
}

const formatPoints = (points: number) => `${Math.round(points * 100) / 100}`;

/** A heading with as many lines as fit. */
function listed(heading: readonly string[], lines: readonly string[]): string {
  const kept = [...heading];
  let length = heading.join('\n').length;
  for (const [index, line] of lines.entries()) {
    length += line.length + 1;
    if (length > longestMessage - 40) return [...kept, `and ${lines.length - index} more`].join('\n');
    kept.push(line);
  }
  return kept.join('\n');
}

interface Published {
  readonly season: Pick<Season, 'name' | 'standings'>;
  readonly number: number;
  readonly note: string | null;
}

/** Official standings of the drivers. */
export function standingsText({ season, number, note }: Published): string {
  const heading = [`**${short(season.name)}: official standings ${number}**`];
  if (note !== null && note.trim() !== '') heading.push(escapeMarkdown(note).slice(0, 600));
  const lines = season.standings.drivers.map(
    ({ name, points }, index) => `${index + 1}\\. ${short(name)} · ${formatPoints(points)}`,
  );
  return listed(heading, lines);
}

/** Official standings were taken back. */
export function withdrawalText(seasonName: string, number: number): string {
  return `**${short(seasonName)}**: official standings ${number} were taken back.`;
}

/** The results of the sessions of one round. */
export function resultText(
  season: Pick<Season, 'name' | 'events' | 'standings'>,
  columns: readonly ResultsColumn[],
): string {
  const [first] = columns;
  if (first === undefined) throw new Error('a round without results has no text');
  const round = season.events.findIndex(({ id }) => id === first.event.id) + 1;
  const heading = [`**${short(season.name)}, round ${round}: ${roundName(first.event)}**`];
  const lines = columns.flatMap(({ session, scoring }) => [
    `**${scoring === 'sprint' ? 'Sprint' : 'Race'}**`,
    ...resultLines(season.standings, session.id),
  ]);
  return listed(heading, lines);
}

function resultLines({ drivers }: Standings, sessionId: string): string[] {
  const last = Number.MAX_SAFE_INTEGER;
  return drivers
    .flatMap(({ name, results }) =>
      results.filter((result) => result.sessionId === sessionId).map((result) => ({ name, result })),
    )
    .sort((one, other) => (one.result.position ?? last) - (other.result.position ?? last))
    .map(({ name, result }) => {
      const out = isFinish(result) ? null : statusLabel(result.resultStatus);
      const place = out ?? (result.position === null ? '–' : `${result.position}\\.`);
      const points = result.points === 0 ? '' : ` · ${formatPoints(result.points)}`;
      return `${place} ${short(name)}${points}${result.fastestLap ? ' · fastest lap' : ''}`;
    });
}

interface Round {
  readonly name: string | null;
  readonly track: number;
}

function roundName({ name, track }: Round): string {
  return name === null ? short(trackName(track as Track)) : `${short(name)}, ${short(trackName(track as Track))}`;
}

/** A round begins; Discord shows the time in the time zone of each reader. */
export function reminderText(seasonName: string, round: number, event: Round & { readonly startsAt: string }): string {
  const seconds = Math.floor(Date.parse(event.startsAt) / 1_000);
  return `**${short(seasonName)}, round ${round}: ${roundName(event)}** begins <t:${seconds}:R>, on <t:${seconds}:F>.`;
}
