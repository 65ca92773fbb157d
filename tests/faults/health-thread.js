import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

// A thread of its own, because sending a flood keeps the thread that sends it busy.

/** @type {{ readonly base: string; readonly pause: number }} The address of the server, and ms between two questions. */
const { base, pause } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** @returns {Promise<number>} ms until the whole answer is there; Infinity when it is another one than 200. */
function measureHealth() {
  const start = performance.now();
  return new Promise((resolve) => {
    request(`${base}/api/health`, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200 ? performance.now() - start : Infinity));
    })
      .once('error', () => resolve(Infinity))
      .end();
  });
}

let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
// Connects: a connection that is lost among many new ones is tried again after a second.
await measureHealth();
parentPort?.postMessage('connected');
const times = [];
do {
  times.push(await measureHealth());
  await new Promise((resolve) => setTimeout(resolve, pause));
} while (!isOver);
agent.destroy();
parentPort?.postMessage(times);
