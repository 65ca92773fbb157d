/** An entry of a calendar. Instants are ISO 8601 UTC. */
export interface CalendarEntry {
  /** Never changes, so that a calendar updates the entry instead of adding another one. */
  readonly uid: string;
  readonly startsAt: string;
  /** In ms. */
  readonly duration: number;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  /** Grows with every change. */
  readonly sequence: number;
}

interface Calendar {
  readonly name: string;
  readonly changedAt: string;
  readonly entries: readonly CalendarEntry[];
}

/** A calendar as text/calendar (RFC 5545). */
export function toCalendar({ name, changedAt, entries }: Calendar): Buffer {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Pitboard//Seasons//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(entry.uid)}`,
      `DTSTAMP:${toDateTime(changedAt)}`,
      `LAST-MODIFIED:${toDateTime(changedAt)}`,
      `SEQUENCE:${entry.sequence}`,
      `DTSTART:${toDateTime(entry.startsAt)}`,
      `DTEND:${toDateTime(new Date(Date.parse(entry.startsAt) + entry.duration).toISOString())}`,
      `SUMMARY:${escapeText(entry.title)}`,
      `DESCRIPTION:${escapeText(entry.description)}`,
      `LOCATION:${escapeText(entry.location)}`,
      `URL:${entry.url}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return Buffer.from(lines.map((content) => `${fold(content)}\r\n`).join(''));
}

/** `20260601T180000Z`. */
function toDateTime(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Lines have at most 75 octets; a longer one goes on after a line break and a blank. Characters are never split. */
function fold(content: string): string {
  let folded = '';
  let octets = 0;
  for (const character of content) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
