// Prints the latest result and the standings of a season: node league-bot.mjs [server] [id of the season]
const [server = 'http://localhost:8080', wanted] = process.argv.slice(2);
const { Track, ResultStatus } = (await read('/api/openapi.json')).components.schemas;
const seasons = wanted === undefined ? await read('/api/Seasons') : [];
const id = wanted ?? seasons.find(({ eventsRun }) => eventsRun > 0)?.id ?? stop('No season has results.');
const { name, events, standings } = await read(`/api/Seasons/${id}`);

// Sessions that score have results in the standings; the latest of them is the one that began last.
const results = standings.drivers.flatMap((driver) => driver.results.map((result) => ({ ...driver, result })));
const scored = new Set(results.map(({ result }) => result.sessionId));
const latest = events
  .flatMap((event) => event.sessions.map(({ session }) => ({ event, session })))
  .filter(({ session }) => scored.has(session.id))
  .sort((one, other) => one.session.sessionStartTime.localeCompare(other.session.sessionStartTime))
  .at(-1);
if (latest === undefined) stop(`${name} has no results.`);

console.log(
  `${name}\n\n${latest.event.name ?? nameOf(Track, latest.event.track)}, ${nameOf(Track, latest.session.trackId)}`,
);
for (const { name: driver, team, result } of results
  .filter(({ result }) => result.sessionId === latest.session.id)
  .sort((one, other) => (one.result.position ?? 99) - (other.result.position ?? 99)))
  console.log(`${placeOf(result)} ${driver} (${team ?? 'no team'}) ${result.points}`);

console.log('\nStandings');
for (const [index, { name: driver, points }] of standings.drivers.entries())
  console.log(`${index + 1}. ${driver} ${points}`);

function placeOf({ position, resultStatus }) {
  return position === null ? nameOf(ResultStatus, resultStatus) : `P${position}`;
}

function nameOf(enumeration, number) {
  return enumeration['x-enum-varnames'][enumeration.enum.indexOf(number)] ?? 'Unknown';
}

async function read(path) {
  const token = process.env.PITBOARD_TOKEN;
  const response = await fetch(server + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const answer = await response.json();
  return response.ok ? answer : stop(`${path}: ${response.status} ${answer.detail}`);
}

function stop(text) {
  console.error(text);
  process.exit(1);
}
