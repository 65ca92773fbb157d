// Sends a race whose leader changes every two seconds: PITBOARD_TOKEN=… node send-race.mjs [server] [seconds]
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';

const [server = 'http://localhost:8080', seconds = '20'] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.PITBOARD_TOKEN}` };
const id = randomUUID();
const startedAt = Date.now();
let [seq, timer] = [0, null];

const answer = await fetch(`${server}/api/LiveSession/register/${id}`, { method: 'POST', headers });
const { publish, detail } = await answer.json();
if (!answer.ok) exit(1, `Not registered: ${detail}`);
console.log(`Live at ${server}/live/${id}`);
connect();

function connect() {
  const socket = new WebSocket(publish.url);
  const send = (message) => socket.send(JSON.stringify(message));
  socket.on('error', () => {});
  socket.on('open', () => send({ type: 'auth', token: publish.token }));
  socket.on('message', (data) => receive(JSON.parse(data), send));
  socket.on('close', (code) => {
    clearInterval(timer);
    if (code === 1000) exit(0, 'The race has ended and is stored.');
    setTimeout(connect, Math.random() * 1_500);
  });
}

function receive({ type, problem, ...message }, send) {
  const t = Date.now() - startedAt;
  if (type === 'ready') seq = message.seq;
  if (type === 'ready' || type === 'resend') send({ type: 'snapshot', seq: ++seq, t, document: raceAt(t) });
  if (type === 'ready') timer = setInterval(() => tick(send), 100);
  if (type === 'warning') console.log(problem.detail);
  if (type === 'refused') exit(1, `Refused with ${problem.status}: ${problem.detail}`);
}

function tick(send) {
  const t = Date.now() - startedAt;
  if (t < seconds * 1_000) return send({ type: 'patch', seq: ++seq, t, patch: { drivers: carsAt(t) } });
  clearInterval(timer);
  send({ type: 'end' });
}

function raceAt(t) {
  const session = { internalSessionId: `${Number.parseInt(id, 16)}`, trackId: 11, sessionType: 10, sessionStatus: 2 };
  return { ...session, sessionStartTime: new Date(startedAt).toISOString(), isMultiplayer: false, drivers: carsAt(t) };
}

function carsAt(t) {
  const leader = Math.floor(t / 2_000) % 2;
  const car = (name, place) => ({ name, resultStatus: 2, position: place + 1, deltaToLeader: place * 1_250 || null });
  return { 0: car('Ada', leader), 1: car('Ben', 1 - leader) };
}

function exit(code, text) {
  console.log(text);
  process.exit(code);
}
