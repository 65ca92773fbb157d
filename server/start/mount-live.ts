import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { ClusterHub } from '../cluster/cluster-hub.ts';
import { LiveStreams } from '../cluster/live-streams.ts';
import type { ProxyFaults } from '../http/proxy-faults.ts';
import { Admission } from '../live/admission.ts';
import { Hub } from '../live/hub.ts';
import type { BudgetLimits } from '../live/recorder-budgets.ts';
import { createSteadyTime } from '../live/steady-time.ts';
import { TcpReceiver } from '../live/tcp-receiver.ts';
import { mountSockets, type SocketOptions } from '../routes/live-sockets.ts';
import type { Env } from '../settings/env.ts';
import type { Storage } from '../storage/open-storage.ts';

export interface LiveDependencies {
  readonly env: Env;
  readonly storage: Storage;
  /** Shared by several servers; null when there is only this one. */
  readonly redis: Redis | null;
  readonly now: () => Date;
  readonly live: {
    readonly every: SocketOptions['every'];
    /** A monotonic clock, in ms. */
    readonly elapsed: () => number;
    readonly budgets: BudgetLimits;
  };
}

/** Opens the hub of live sessions, with its sockets. */
export function mountLive(
  app: FastifyInstance,
  { env, storage, redis, now, live }: LiveDependencies,
  proxyFaults: ProxyFaults,
) {
  const steady = createSteadyTime(now, live.elapsed);
  const time = () => Math.floor(steady.now());
  const admission = new Admission();
  const warn = (error: unknown, text: string) => app.log.warn({ err: error }, text);
  const dependencies = { storage, now: time, warn, budgets: live.budgets };
  const hub = redis === null ? new Hub(dependencies) : new ClusterHub(dependencies, new LiveStreams(redis, warn));
  const receiver = new TcpReceiver({ hub, admission, now: time });
  const origins = [env.publicUrl, ...env.corsOrigins];
  mountSockets(app, { hub, now: time, origins, admission, proxyFaults, every: live.every });
  const stop = live.every(100, () => {
    if (hub.size === 0) steady.catchUp();
    hub.tick();
  });
  app.addHook('onReady', () => hub.resume());
  app.addHook('onListen', async () => {
    const cannotListen = 'recorders cannot publish over TCP: LIVE_TCP_PORT cannot be used';
    await receiver.listen(env.liveTcpPort, env.host).catch((error) => app.log.warn({ err: error }, cannotListen));
  });
  // After preClose, in which the hub has closed every connection.
  app.addHook('onClose', async () => {
    stop();
    await receiver.close();
  });
  return { hub, receiver, admission };
}
