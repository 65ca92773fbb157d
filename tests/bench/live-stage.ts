import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { Track } from '#contract/enumerations';
import { treeOf } from '#contract/live/document';
import { createPatch, type Patch, type Tree } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import { LiveClient } from '../../server/tests/support/live-client.ts';
import { openTestServer, type TestServer } from '../../server/tests/support/open-test-server.ts';
import { createField } from '../simulator/field.ts';
import { createRandom } from '../simulator/random.ts';
import { createSimulatedRace } from '../simulator/simulated-race.ts';
import type { ViewerOrder, ViewerReport } from './live-viewers.ts';

/** Time between two changes, in ms. */
export const tick = 100;

export interface Feed {
  readonly first: Tree;
  readonly patches: readonly Patch[];
}

/** A race of 22 cars from its third minute on, ten times a second. */
export function feedOf(seconds: number): Feed {
  const field = createField(createRandom('bench'), 22);
  const startsAt = '2026-05-01T18:00:00.000Z';
  const race = createSimulatedRace({ seed: 'bench', track: Track.Silverstone, field, startsAt, minutes: 20 });
  const trees = Array.from({ length: seconds * 10 }, (_, step) => treeOf(toDocument(race.at(180_000 + step * tick))));
  const [first = {}] = trees;
  return { first, patches: trees.slice(1).map((tree, step) => createPatch(trees[step] ?? {}, tree)) };
}

/** Viewers in another process. */
export class Viewers {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'live-viewers.ts'), { execArgv: ['--import', 'tsx'] });

  async connect(order: ViewerOrder): Promise<this> {
    this.#child.send(order);
    await this.#next('connected');
    return this;
  }

  async ask<Type extends 'arrivals' | 'back' | 'cut'>(type: Type): Promise<Extract<ViewerReport, { type: Type }>> {
    this.#child.send(type);
    return this.#next(type);
  }

  #next<Type extends ViewerReport['type']>(type: Type): Promise<Extract<ViewerReport, { type: Type }>> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error('the viewers are gone'));
      const read = (report: ViewerReport) => {
        if (report.type !== type) return;
        this.#child.off('message', read);
        this.#child.off('close', fail);
        resolve(report as Extract<ViewerReport, { type: Type }>);
      };
      this.#child.on('message', read);
      this.#child.once('close', fail);
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.removeAllListeners('close');
      this.#child.once('close', () => resolve());
      this.#child.kill('SIGKILL');
    });
  }
}

/** A server with a race that is published step by step. */
export class Stage {
  readonly #server: TestServer;
  readonly #recorder: LiveClient;
  #seq = 1;
  readonly url: string;
  readonly origin: string;

  private constructor(server: TestServer, recorder: LiveClient, origin: string, id: string) {
    this.#server = server;
    this.#recorder = recorder;
    this.origin = origin;
    this.url = `${origin.replace('http', 'ws')}${addressOf(calls.watchLive, { id })}`;
  }

  static async open(first: Tree): Promise<Stage> {
    const server = await openTestServer();
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const id = randomUUID();
    const { publish } = await server.get('registerLive', { as: 'Bench', params: { id } });
    const recorder = new LiveClient(`${origin.replace('http', 'ws')}${addressOf(calls.publishLive, { id })}`);
    await recorder.opened();
    recorder.send({ type: 'auth', token: publish.token });
    await recorder.nextOf('ready');
    recorder.send({ type: 'snapshot', seq: 1, t: 0, document: first });
    await recorder.roundTrip();
    server.pass(tick);
    return new Stage(server, recorder, origin, id);
  }

  /** Publishes to one viewer for a while: a hub runs for hours, and its code is compiled in the first seconds. */
  async warmUp(patches: readonly Patch[]): Promise<void> {
    const viewer = new LiveClient(this.url);
    await viewer.nextOf('snapshot');
    for (const patch of patches) {
      await this.receive(patch);
      this.tick();
    }
    await viewer.close();
  }

  /** Takes in a patch of the recorder; the next tick passes it on. */
  async receive(patch: Patch): Promise<void> {
    this.#seq += 1;
    this.#recorder.send({ type: 'patch', seq: this.#seq, t: this.#seq, patch });
    await this.#recorder.roundTrip();
  }

  tick(): void {
    this.#server.pass(tick);
  }

  async close(): Promise<void> {
    this.#recorder.socket.terminate();
    await this.#server.close();
  }
}
