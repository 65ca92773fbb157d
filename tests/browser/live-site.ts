import { randomUUID } from 'node:crypto';
import type { Driver } from '#contract/entities/session';
import { ResultStatus, SessionStatus } from '#contract/enumerations';
import type { LiveDetail, LiveDocument } from '#contract/live/document';
import { toDocument } from '#contract/live/to-document';
import { LivePublisher } from '../../recorder/live-publisher.ts';
import { driver, upload } from '../fixtures/session.ts';
import { freePort } from '../postgres.ts';
import { test as base, type Site } from './site.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A recorder of a test. */
export interface TestRecorder {
  readonly id: string;
  /** The document that it sends repeatedly, with the time since its start in ms. */
  readonly show: (documentAt: (time: number) => LiveDocument) => void;
  /** Sends nothing from now on, or again. */
  readonly setSilent: (isSilent: boolean) => void;
  /** Viewers need another key from now on. */
  readonly setKey: (key: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

export interface LiveFixtures {
  /** The address that the browser uses: the proxy before the server. */
  readonly origin: string;
  readonly network: TcpProxy;
  readonly record: (options?: { readonly key?: string }) => Promise<TestRecorder>;
  readonly port: number;
}

/** Tests with a server that runs in real time, behind a proxy, and recorders. */
export const test = base.extend<LiveFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for an object
  port: async ({}, use) => use(await freePort()),
  settings: async ({ port }, use) => use({ PUBLIC_URL: `http://127.0.0.1:${port}` }),
  origin: async ({ port }, use) => use(`http://127.0.0.1:${port}`),
  network: async ({ site, port }, use) => {
    const proxy = await openTcpProxy(port, Number(new URL(site.origin).port));
    await use(proxy);
    await proxy.close();
  },
  record: async ({ site, network: _ }, use) => {
    const clock = setInterval(() => site.pass(100), 100);
    const stops: (() => void)[] = [];
    await use(async ({ key } = {}) => startRecorder(site, key, stops));
    for (const stop of stops) stop();
    clearInterval(clock);
  },
});

async function startRecorder(site: Site, firstKey: string | undefined, stops: (() => void)[]): Promise<TestRecorder> {
  const id = randomUUID();
  let key = firstKey;
  const create = () =>
    new LivePublisher({
      server: site.origin,
      token: () => site.api.tokenOf('Max'),
      id,
      ...(key === undefined ? {} : { key }),
      publishUrl: (url) => new URL(new URL(url).pathname, site.origin.replace(/^http/, 'ws')).toString(),
      warn: () => undefined,
    });
  let publisher: LivePublisher | null = create();
  let documentAt = raceOf();
  const startedAt = performance.now();
  await publisher.start();
  const send = () => {
    const time = performance.now() - startedAt;
    publisher?.update(documentAt(time), time);
  };
  send();
  const timer = setInterval(send, 100);
  stops.push(() => {
    clearInterval(timer);
    publisher?.stop();
  });
  return {
    id,
    show: (next) => {
      documentAt = next;
    },
    setSilent: (isSilent) => {
      if (isSilent) publisher?.stop();
      publisher = isSilent ? null : create();
      void publisher?.start();
    },
    setKey: async (next) => {
      key = next;
      publisher?.stop();
      publisher = create();
      await publisher.start();
    },
    end: async () => {
      await publisher?.end();
    },
  };
}

/** Names of 22 drivers; two of them are long. */
export const names = Array.from({ length: 22 }, (_, index) =>
  index === 3 ? '🏎️'.repeat(40) : index === 4 ? 'Maximiliana von Hohenberg-Sonnenfeld zu Altenburg' : `Driver ${index}`,
);

/** A race of 22 cars in which everything moves; `orderAt` gives the car indexes, first place first. */
export function raceOf(
  orderAt: (time: number) => readonly number[] = () => names.map((_, index) => index),
  given: Partial<Omit<LiveDetail, 'drivers'>> = {},
): (time: number) => LiveDocument {
  return (time) => {
    const order = orderAt(time);
    const drivers = names.map((name, carIndex) => driverAt(name, carIndex, order.indexOf(carIndex) + 1, time));
    const session = upload({
      internalSessionId: '77',
      sessionStatus: SessionStatus.InProgress,
      sessionEndTime: null,
      numberOfLaps: 20,
      drivers,
    });
    return toDocument({ ...session, ...given });
  };
}

function driverAt(name: string, carIndex: number, position: number, time: number): Driver {
  const lap = {
    lapTime: 90_000 + carIndex * 10,
    sector1Time: 30_000,
    sector2Time: 30_000,
    sector3Time: 30_000 + carIndex * 10,
  };
  return driver({
    carIndex,
    name,
    position,
    startingPosition: carIndex + 1,
    resultStatus: ResultStatus.Active,
    currentLapNumber: 3,
    lapTimes: [
      { ...lap, invalidLap: false },
      { ...lap, invalidLap: carIndex === 5 },
    ],
    bestLapTimeMs: lap.lapTime,
    currentLapTime: Math.round(time) % 90_000,
    deltaToCarAhead: position === 1 ? null : 700 + (Math.round(time) % 900),
    deltaToLeader: position === 1 ? null : position * 1_100,
    lapDistance: (time / 20) % 5_000,
    currentTyreCompound: 17,
    currentTyreAgeLaps: 2,
    totalPenaltiesSeconds: carIndex === 2 ? 5 : null,
    totalCornerCutWarnings: carIndex === 3 ? 2 : null,
  });
}

export { expect } from './base-test.ts';
