import { expect, test, vi } from 'vitest';
import { Track } from '#contract/enumerations';
import { trackAliases } from './track-aliases.ts';
import { parseTrackList, unknownTracksText, weeklyEvents, weeklyObstacle } from './weekly-events.ts';

test('tracks are found by their names, codes and beginnings, in any letters', () => {
  const { tracks, unknown } = parseTrackList(
    ' Spa \nsao paulo\nMNZ\naustria\nred bull\nred bull ring rev\nLas vegas\n',
  );
  expect(tracks).toEqual([
    Track.Spa,
    Track.Brazil,
    Track.Monza,
    Track.Austria,
    Track.Austria,
    Track.AustriaReverse,
    Track.LasVegas,
  ]);
  expect(unknown).toEqual([]);
});

test('a calendar is read with its numbers, flags and sprints', () => {
  const { tracks, sprints, unknown } = parseTrackList(
    '1. Bahrain\nR2 Saudi Arabia\nRound 3: Australia (Sprint)\n04 - 🇯🇵 Japan\n🇺🇸 5) COTA sprint weekend\n\n7\tMonza – Sprint\nMonza, sprint',
  );
  expect(unknown).toEqual([]);
  expect(tracks).toEqual([
    ...[Track.Sakhir, Track.Jeddah, Track.Melbourne, Track.Suzuka, Track.Texas, null],
    ...[Track.Monza, Track.Monza],
  ]);
  expect(sprints).toEqual(new Set([2, 4, 6, 7]));
  expect(parseTrackList('R3 Belgim').unknown).toEqual([{ line: 'R3 Belgim', meant: 'Belgium' }]);
});

test('an empty line is a week without a race', () => {
  expect(parseTrackList('Spa\n\nMonza').tracks).toEqual([Track.Spa, null, Track.Monza]);
  expect(parseTrackList('\n\n').tracks).toEqual([]);
});

test('what names no track, or could be several, is reported as it was typed', () => {
  expect(parseTrackList('Xandria\nMo\nMonza').unknown).toEqual([
    { line: 'Xandria', meant: null },
    { line: 'Mo', meant: null },
  ]);
  expect(parseTrackList('---\nGrand Prix').unknown).toMatchObject([{ line: '---' }, { line: 'Grand Prix' }]);
});

test.each([
  ['Bahrain', Track.Sakhir],
  ['Bahrain short', Track.SakhirShort],
  ['Belgium', Track.Spa],
  ['Belgian GP', Track.Spa],
  ['Spa-Francorchamps', Track.Spa],
  ['Spain', Track.Catalunya],
  ['Circuit de Barcelona-Catalunya', Track.Catalunya],
  ['Madrid', Track.Madrid],
  ['COTA', Track.Texas],
  ['USA', Track.Texas],
  ['US GP', Track.Texas],
  ['Circuit of the Americas', Track.Texas],
  ['Austin', Track.Texas],
  ['Texas', Track.Texas],
  ['Miami Grand Prix', Track.Miami],
  ['Vegas', Track.LasVegas],
  ['Interlagos', Track.Brazil],
  ['Qatar', Track.Losail],
  ['Saudi Arabia', Track.Jeddah],
  ['saudi', Track.Jeddah],
  ['Japan', Track.Suzuka],
  ['Yas Marina', Track.AbuDhabi],
  ['Hungary', Track.Hungaroring],
  ['Canada', Track.Montreal],
  ['Australia', Track.Melbourne],
  ['Netherlands', Track.Zandvoort],
  ['The Netherlands', Track.Zandvoort],
  ['British GP', Track.Silverstone],
  ['Great Britain', Track.Silverstone],
  ['Italy', Track.Monza],
  ['ITALIAN GRAND PRIX', Track.Monza],
  ['Autodromo Nazionale di Monza', Track.Monza],
  ['Imola GP', Track.Imola],
  ['China', Track.Shanghai],
  ['Azerbaijan', Track.Baku],
  ['Marina Bay', Track.Singapore],
  ['Spielberg', Track.Austria],
  ['Autódromo José Carlos Pace', Track.Brazil],
  ['Gran Premio de México', Track.Mexico],
])('%s names a track', (text, track) => {
  expect(parseTrackList(text)).toEqual({
    tracks: [track],
    dates: [{ day: null, time: null }],
    sprints: new Set(),
    unknown: [],
  });
});

test('no name belongs to two tracks', () => {
  const names = Object.values(trackAliases).flat();
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const [track, aliases] of Object.entries(trackAliases)) {
    for (const alias of aliases) expect(parseTrackList(alias).tracks).toEqual([Number(track)]);
  }
});

test('a name that is nearly written offers the name', () => {
  const { unknown } = parseTrackList('Melborne\nBelgim\nSpaa\nXandria');
  expect(unknown.map(({ meant }) => meant)).toEqual(['Melbourne', 'Belgium', 'Spa', null]);
  expect(unknownTracksText(unknown.slice(2))).toBe(
    '“Spaa” is not a track. Did you mean Spa? “Xandria” is not a track: write its name, country or Grand Prix.',
  );
  expect(unknownTracksText([])).toBeNull();
});

test('a list that cannot be added yet has a reason', () => {
  const first = '2026-10-19T18:00:00.000Z';
  expect(weeklyObstacle(parseTrackList('Spa\nXandria'), first, 2)).toBe('Correct 1 line of the tracks first.');
  expect(weeklyObstacle(parseTrackList('Spa\n\nSpa\nSpa'), first, 2)).toBe('At most 2 events can be added at once.');
  expect(weeklyObstacle(parseTrackList('Spa'), null, 2)).toBe('Choose the date of the first event.');
  expect(weeklyObstacle(parseTrackList('Spa'), first, 2)).toBeNull();
  expect(weeklyObstacle(parseTrackList(''), null, 2)).toBeNull();
});

test('events are some weeks apart at the same time of day, over the change of the clock too', () => {
  const local = (day: number, month = 9) => new Date(2026, month, day, 20).toISOString();
  expect(weeklyEvents(parseTrackList('Spa\n\nMonza, sprint'), local(19), 1)).toEqual([
    { track: Track.Spa, startsAt: local(19), hasSprint: null },
    { track: Track.Monza, startsAt: local(33), hasSprint: true },
  ]);
  expect(weeklyEvents(parseTrackList('Spa\nMonza'), local(19), 2)[1]?.startsAt).toBe(local(33));
});

test('a line that has to be corrected keeps its week, so that the dates of the others stay', () => {
  const days = (text: string) =>
    weeklyEvents(parseTrackList(text), '2026-10-01T18:00:00.000Z', 1).map(({ track, startsAt }) => [
      track,
      startsAt.slice(0, 10),
    ]);
  expect(days('Spa\nSuzukka\nMonza')).toEqual([
    [Track.Spa, '2026-10-01'],
    [Track.Monza, '2026-10-15'],
  ]);
  expect(days('Spa\nSuzuka\nMonza')[2]).toEqual([Track.Monza, '2026-10-15']);
});

const local = (year: number, month: number, day: number, hours = 20, minutes = 0) =>
  new Date(year, month - 1, day, hours, minutes).toISOString();
const startsOf = (text: string, first: string | null = local(2026, 9, 4)) =>
  weeklyEvents(parseTrackList(text), first, 1).map(({ track, startsAt }) => [track, startsAt]);

test.each([
  ['04.09.2026 Spa', local(2026, 9, 4)],
  ['1\t4.9.26\tSpa', local(2026, 9, 4)],
  ['Spa - 30.10.', local(2026, 10, 30)],
  ['2026-09-18\tSpa', local(2026, 9, 18)],
  ['2026-09-18T19:30 Spa', local(2026, 9, 18, 19, 30)],
  ['R4\tFri 25 Sep\tSpa', local(2026, 9, 25)],
  ['5\tOct 2, 2026\tSpa', local(2026, 10, 2)],
  ['Sat, 14th November 2026, 8pm: Spa', local(2026, 11, 14)],
  ['16. Oktober 2026 Spa 20.30 Uhr', local(2026, 10, 16, 20, 30)],
  ['2. Jan Spa', local(2027, 1, 2)],
  ['9/10 Spa', local(2026, 10, 9)],
  ['12/20/2026 Spa', local(2026, 12, 20)],
  ['Spa 18:15', local(2026, 9, 4, 18, 15)],
])('%j has its own date', (text, startsAt) => {
  expect(startsOf(text)).toEqual([[Track.Spa, startsAt]]);
});

test.each([
  ['Spa 4.9.2026 20:00 CET', '2026-09-04T18:00:00.000Z'],
  ['Spa 4.12.2026 20:00 (CET)', '2026-12-04T19:00:00.000Z'],
  ['Fri 4 Sep 2026, 8pm ET: Spa', '2026-09-05T00:00:00.000Z'],
  ['4.9.2026\t20:00 UTC\tSpa', '2026-09-04T20:00:00.000Z'],
  ['2026-09-04T20:00Z Spa', '2026-09-04T20:00:00.000Z'],
  ['4 Sep 2026 20:00 GMT+5:30 Spa', '2026-09-04T14:30:00.000Z'],
  ['4 Sep 2026 20:00 UTC−3 Spa', '2026-09-04T23:00:00.000Z'],
  ['Spa – 4 Sep 2026 – 19:00 UK time / 20:00 CEST / 2pm EDT', '2026-09-04T18:00:00.000Z'],
  ['4.9.2026 20:00 UK Spa', '2026-09-04T19:00:00.000Z'],
  ['4.9.2026 20:00 CET Spa (S)', '2026-09-04T18:00:00.000Z'],
  ['4.9.2026 20:00 IST Spa', '2026-09-04T14:30:00.000Z'],
  ['4.9.2026\t8pm AEST\tSpa', '2026-09-04T10:00:00.000Z'],
  ['4.12.2026 20:00 (AEDT) Spa', '2026-12-04T09:00:00.000Z'],
  ['2026-09-04T20:00:00+05:30 Spa', '2026-09-04T14:30:00.000Z'],
  ['4 Sep 2026 20:00 (+5:30) Spa', '2026-09-04T14:30:00.000Z'],
  ['4 Sep 2026\t20:00\t+0200\tSpa', '2026-09-04T18:00:00.000Z'],
  ['4 Sep 2026 01:00 -03:00 Spa', '2026-09-04T04:00:00.000Z'],
  ['4 Sep 2026 20:00-03:00 Spa', '2026-09-04T23:00:00.000Z'],
])('%j is on the clock of its zone', (text, startsAt) => {
  expect(startsOf(text)).toEqual([[Track.Spa, startsAt]]);
});

test.each([
  ['Asia/Jerusalem', '2026-09-04T17:00:00.000Z'],
  ['Europe/Dublin', '2026-09-04T19:00:00.000Z'],
  ['Europe/Berlin', '2026-09-04T14:30:00.000Z'],
])('on a device in %s IST is its own zone, or that of India', (timeZone, startsAt) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone });
  expect(startsOf('4.9.2026 20:00 IST Spa')).toEqual([[Track.Spa, startsAt]]);
});

test('the end of a race is no offset', () => {
  expect(startsOf('4.9.2026 10:00-11:30 Spa')).toEqual([[Track.Spa, local(2026, 9, 4, 10)]]);
});

test('a country in the column after the time is no zone', () => {
  expect(startsOf('4.9.2026\t20:00\tUK')).toEqual([[Track.Silverstone, local(2026, 9, 4)]]);
});

test('a heading gives its zone to the times below it', () => {
  const text = 'Date\tTime (CET)\tTrack\n04.09.2026\t20:00\tSpa\n11.09.2026\t20:00 UTC\tMonza';
  expect(startsOf(text).map(([, startsAt]) => startsAt)).toEqual([
    '2026-09-04T18:00:00.000Z',
    '2026-09-11T20:00:00.000Z',
  ]);
  expect(startsOf('Day,Track,PT\n04.09.2026 20:00,Spa,25')).toEqual([[Track.Spa, local(2026, 9, 4)]]);
  expect(startsOf('Day,Time (+05:30),Track\n04.09.2026,20:00,Spa')).toEqual([[Track.Spa, '2026-09-04T14:30:00.000Z']]);
  expect(startsOf('Day,UK time,Track\n04.09.2026,20:00,Spa')).toEqual([[Track.Spa, '2026-09-04T19:00:00.000Z']]);
});

test('an event of the next year is on the clock of its zone too, and those below keep its time of day', () => {
  expect(startsOf('5. Mrz 20:00 CET Spa\nMonza', local(2026, 9, 4, 10)).map(([, startsAt]) => startsAt)).toEqual([
    '2027-03-05T19:00:00.000Z',
    local(2027, 3, 12, 10),
  ]);
});

test('a calendar is read as a table with the line of its headings', () => {
  const text =
    'Round\tDate\tTrack\tSprint\r\n1\t04.09.2026\tBahrain\t\r\n2\t11.09.2026\tSaudi Arabia\tyes\r\n3\t18.09.2026\tAustralia (S)\t\r\n';
  const list = parseTrackList(text);
  expect([list.unknown, [...list.sprints]]).toEqual([[], [1, 2]]);
  expect(startsOf(text)).toEqual([
    [Track.Sakhir, local(2026, 9, 4)],
    [Track.Jeddah, local(2026, 9, 11)],
    [Track.Melbourne, local(2026, 9, 18)],
  ]);
});

test('days and months are in the order in which the list makes sense', () => {
  expect(startsOf('9/4 Spa\n9/11 Monza\n10/2 Imola').map(([, startsAt]) => startsAt)).toEqual([
    local(2026, 9, 4),
    local(2026, 9, 11),
    local(2026, 10, 2),
  ]);
});

test('lines below a date follow from there, at the usual time of day', () => {
  expect(startsOf('Spa\n18.9. 21:30 Monza\nImola').map(([, startsAt]) => startsAt)).toEqual([
    local(2026, 9, 4),
    local(2026, 9, 18, 21, 30),
    local(2026, 9, 25),
  ]);
});

test('the first event is needed for what the lines do not say', () => {
  const obstacle = (text: string) => weeklyObstacle(parseTrackList(text), null, 9);
  expect(obstacle('4.9.2026 Spa\nMonza')).toBe('Choose the date of the first event.');
  expect(obstacle('4.9.2026 Spa')).toBe('Choose the first event: the dates in the lines take its time of day.');
  expect(obstacle('4.9.2026 20:00 Spa')).toBeNull();
  expect(startsOf('4.9.2026 20:00 Spa', null)).toEqual([[Track.Spa, local(2026, 9, 4)]]);
  expect(parseTrackList('31.02.2026 Spa').unknown).toEqual([{ line: '31.02.2026 Spa', meant: null }]);
});
