// Shows the tower of a public live race: node watch-race.mjs [server] [id of the live race]
import { WebSocket } from 'ws';

const [server = 'http://localhost:8080', wanted] = process.argv.slice(2);
const races = await (await fetch(`${server}/api/LiveSession/all`)).json();
const id = wanted ?? races.find(({ isPrivate }) => !isPrivate)?.id ?? exit(1, 'No public race is running.');
let race = {};
let [epoch, seq] = [0, 0];
let failures = 0;
let drawnAt = 0;
connect();

function connect() {
  const query = `format=json&view=table&since=${epoch}.${seq}`;
  const socket = new WebSocket(`${server.replace('http', 'ws')}/api/LiveSession/ws/${id}?${query}`);
  const silence = setTimeout(() => socket.terminate(), 10_000);
  socket.on('error', () => {});
  socket.on('message', (data) => {
    silence.refresh();
    failures = 0;
    receive(JSON.parse(data), () => socket.send('{"type":"resync"}'));
  });
  socket.on('close', (code) => {
    clearTimeout(silence);
    if (code >= 4000) exit(1, `The server refused with ${code}.`);
    if (code !== 1000) setTimeout(connect, Math.random() * Math.min(20_000, 500 * 2 ** failures++));
  });
}

function receive({ type, ...message }, resync) {
  if (type === 'hello') epoch = message.epoch;
  if (type === 'snapshot') [race, seq] = [message.document, message.seq];
  if (type === 'delta' && message.seq > seq + 1) resync();
  if (type === 'delta' && message.seq === seq + 1) [race, seq] = [merge(race, message.patch), message.seq];
  if (type === 'ended') exit(0, `${tower()}\nThe race has ended: ${server}/sessions/${message.sessionId}`);
  if (Date.now() - drawnAt < 1_000 || race.drivers === undefined) return;
  drawnAt = Date.now();
  console.log(`${tower()}\n`);
}

function merge(tree, patch) {
  const merged = { ...tree };
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key];
    else merged[key] = typeof change === 'object' ? merge(Object(merged[key]), change) : change;
  }
  return merged;
}

function tower() {
  const cars = Object.values(race.drivers ?? {}).sort((one, other) => one.position - other.position);
  const gap = (milliseconds) => (milliseconds === undefined ? '' : `+${(milliseconds / 1_000).toFixed(3)}`);
  return cars.map((car) => `P${car.position} ${car.name} ${gap(car.deltaToLeader)}`).join('\n');
}

function exit(code, text) {
  console.log(text);
  process.exit(code);
}
