// Prints the latest result and the standings of a season: node league-bot.mjs [server] [id of the season]
const [server = 'http://localhost:8080', wanted] = process.argv.slice(2);
const { Track, ResultStatus, SessionType } = (await read('/api/openapi.json')).components.schemas;
const seasons = wanted === undefined ? await read('/api/Seasons') : [];
const id = wanted ?? seasons.find(({ eventsRun }) => eventsRun > 0)?.id ?? stop('No season has results.');
const { name, events, standings } = await read(`/api/Seasons/${id}`);

// Sessions that score have results in the standings; the latest of them is the one that began last.
const results = standings.drivers.flatMap((driver) => driver.results.map((result) => ({ ...driver, ...result })));
const sessions = events
  .flatMap((event) => event.sessions.map(({ session }) => ({ ...session, event })))
  .filter(({ id }) => results.some(({ sessionId }) => sessionId === id))
  .sort((one, other) => one.sessionStartTime.localeCompare(other.sessionStartTime));
const { event, ...latest } = sessions.at(-1) ?? stop(`${name} has no results.`);
const result = results.filter(({ sessionId }) => sessionId === latest.id);
result.sort((one, other) => (one.position ?? 99) - (other.position ?? 99));

console.log(`${name}\n\n${event.name ?? nameOf(Track, event.track)}, ${nameOf(SessionType, latest.sessionType)}`);
for (const { position, resultStatus, name, team, points } of result) {
  const place = position === null ? nameOf(ResultStatus, resultStatus) : `P${position}`;
  console.log(`${place} ${name} (${team ?? 'no team'}) ${points}`);
}
console.log('\nStandings');
for (const [index, { name, points }] of standings.drivers.entries()) console.log(`${index + 1}. ${name} ${points}`);

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
