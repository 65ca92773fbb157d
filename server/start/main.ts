import { addDemoAccount, demoAccount, hasDemoAccount } from '../demo/account.ts';
import { fillDemo, hasDemo } from '../demo/fill.ts';
import { describeEnv } from '../settings/describe-env.ts';
import type { Env } from '../settings/env.ts';
import { exitWithError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';
import { withRaces } from './demo-races.ts';
import { explainListen, requireFreePort } from './listen-errors.ts';
import { type OpenApp, openApp } from './open-app.ts';

async function listen(env: Env): Promise<OpenApp> {
  await requireFreePort(env);
  const server = await openApp(env);
  try {
    const onFill = () => console.log('Storing the demo: this first start may take a minute');
    if (env.demo) await fillDemo({ storage: server.storage, now: new Date(), onFill });
    if (hasDemoAccount(env)) await addDemoAccount(server.storage, new Date());
    await listenQuietly(server.app, env);
    return env.demoLive && (await hasDemo(server.storage)) ? withRaces(server, env) : server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * The length of the system's queue of connections, as far as the system allows it. All viewers of a race may come at
 * once, and one that finds no room tries again a second later, then three, then seven.
 */
const waitingConnections = 4_096;

/** Fastify logs each address that it listens on; only the public URL is printed, below. */
async function listenQuietly(app: OpenApp['app'], { port, host }: Env): Promise<void> {
  const { level } = app.log;
  if (level === 'info') app.log.level = 'warn';
  await app.listen({ port, host, backlog: waitingConnections }).catch((error: unknown) => {
    throw explainListen(error, { port, host });
  });
  app.log.level = level;
}

/** How long a stop may take, in ms: a database that does not respond would delay it for longer. */
const stopTimeout = 10_000;

/** Closes the server on SIGINT or SIGTERM. A second signal exits at once. */
function closeOnSignal(server: OpenApp): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      setTimeout(() => {
        console.error(`Pitboard could not stop in ${stopTimeout / 1_000} s and ends without it`);
        process.exit(1);
      }, stopTimeout).unref();
      server.close().then(
        () => process.exit(0),
        (error) => exitWithError(error),
      );
    });
  }
}

// Everything that this process writes is its user's alone.
process.umask(0o077);
try {
  const env = { ...readEnv(), acceptsNewKeys: process.argv.includes('--new-keys') };
  for (const line of describeEnv(env)) console.log(line);
  const server = await listen(env);
  closeOnSignal(server);
  console.log(`Pitboard is on ${env.publicUrl}`);
  const token = env.operatorToken === null ? server.operatorToken : 'OPERATOR_TOKEN';
  console.log(`Operator: ${env.publicUrl}/operator with the token ${token}`);
  if (hasDemoAccount(env)) console.log(`Demo sign-in: ${demoAccount.email} with the password ${demoAccount.password}`);
} catch (error) {
  exitWithError(error, 'Pitboard cannot start: ');
}
