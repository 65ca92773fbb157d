import { tzOffset } from '@date-fns/tz/tzOffset';

/**
 * Time zones as calendars of leagues have them. People write CET or EST all year, so each stands for the clock of a city, with
 * its summer time. AEST is that of Queensland, which has none: the others say AEDT then.
 */
const cities: Readonly<Record<string, readonly string[]>> = {
  'Europe/London': ['bst', 'uk'],
  'Europe/Lisbon': ['wet', 'west'],
  'Europe/Berlin': ['cet', 'cest', 'mez', 'mesz'],
  'Europe/Helsinki': ['eet', 'eest'],
  'Europe/Moscow': ['msk'],
  'Europe/Istanbul': ['trt'],
  'America/New_York': ['et', 'est', 'edt'],
  'America/Chicago': ['ct', 'cst', 'cdt'],
  'America/Denver': ['mt', 'mst', 'mdt'],
  'America/Los_Angeles': ['pt', 'pst', 'pdt'],
  'America/Sao_Paulo': ['brt'],
  'Asia/Kolkata': ['ist'],
  'Asia/Tokyo': ['jst'],
  'Australia/Sydney': ['aedt'],
  'Australia/Brisbane': ['aest'],
};

/** IST is also that of these, on the devices there. */
const citiesOfIst = ['Asia/Jerusalem', 'Europe/Dublin'];

const zones = new Map(Object.entries(cities).flatMap(([city, names]) => names.map((name) => [name, city])));

/** In a column of its own, two letters are rather a country. */
const names = [...zones.keys()].map((name) => (name.length === 2 ? String.raw`(?<!\t *)${name}` : name));
const offset = String.raw`[+−-]\d{1,2}(?::?\d{2})?`;
/** Without UTC before it: a sign and a number alone could be anything. */
const bareOffset = String.raw`[+−-](?:0?\d|1[0-4]):?(?:00|30|45)`;

/** Suffixes of a time of day: the name of a zone, or an offset from UTC, in brackets or not. */
export const zonePattern = String.raw`\(?(?<zone>(?:utc|gmt)(?:\s?${offset})?|z|${bareOffset}|${names.join('|')})(?:\s+time)?\)?`;

/** The zone of a text that `zonePattern` has found: a city of the IANA database, or an offset such as `+02:00`. */
export function zoneOf(text: string): string {
  const name = text.toLowerCase();
  if (name === 'ist') {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (citiesOfIst.includes(timeZone)) return timeZone;
  }
  const [, sign = '+', hours = '0', minutes = '00'] = /([+−-])(\d{1,2}):?(\d{2})?$/u.exec(name) ?? [];
  return zones.get(name) ?? `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

const word = new RegExp(String.raw`(?<![\p{L}\d])${zonePattern}(?![\p{L}\d])`, 'iu');

/** The zone that a heading such as “Time (CET)” gives to the times below it; null without one. “PT” alone is a heading of points. */
export function zoneIn(heading: string): string | null {
  const found = word.exec(heading)?.groups?.zone;
  return found === undefined || found === heading ? null : zoneOf(found);
}

/** The instant of a day and a time of day on the clock of a zone, of the viewer without one; `month` is from 1. */
export function instantIn(
  zone: string | null,
  ...[year, month, day, hours, minutes]: readonly [number, number, number, number, number]
): Date {
  if (zone === null) return new Date(year, month - 1, day, hours, minutes);
  const wall = Date.UTC(year, month - 1, day, hours, minutes);
  const ofInstant = (instant: number) => wall - tzOffset(zone, new Date(instant)) * 60_000;
  // Near a change of the clock the first one has the other offset.
  return new Date(ofInstant(ofInstant(wall)));
}
