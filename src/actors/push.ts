import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import { deletePush, setPush } from '#contract/calls/notices';
import type { NoticeSettings } from '#contract/entities/notice-settings';
import { type PushServer, type PushState, pushMachine, selectPush } from '#machines/push';
import { storeText, webStorage } from '../browser/web-storage.ts';
import {
  type PushDevice,
  pushObstacle,
  readPushEndpoint,
  subscribeToPush,
  unsubscribeFromPush,
  watchPushPermission,
} from '../pwa/push.ts';
import { useWrite } from './write.ts';

/** Set while push was turned on here and not off. */
const mark = 'pitboard-push';

/** Push on this device, as the settings and the browser say. */
export function usePush({ push: { publicKey, endpoints } }: Pick<NoticeSettings, 'push'>) {
  const turnOn = useWrite(setPush);
  const turnOff = useWrite(deletePush);
  const [machine] = useState(() =>
    pushMachine.provide({
      actors: {
        readState: fromPromise(({ input }) => readState(input)),
        subscribe: fromPromise(({ input }) => subscribe(input, (body) => turnOn({ body }))),
        unsubscribe: fromPromise(async () => {
          webStorage().removeItem(mark);
          const endpoint = await unsubscribeFromPush();
          if (endpoint !== null) requireDone(await turnOff({ body: { endpoint } }));
        }),
      },
    }),
  );
  const ref = useActorRef(machine, { input: { publicKey, endpoints } });
  useEffect(() => watchPushPermission(() => ref.send({ type: 'permission.changed' })), [ref]);
  const known = endpoints.join(' ');
  useEffect(() => {
    ref.send({ type: 'server.changed', server: { publicKey, endpoints: known.split(' ') } });
  }, [ref, publicKey, known]);
  return {
    state: useSelector(ref, selectPush),
    hasFailed: useSelector(ref, ({ context }) => context.error !== null),
    turnOn: () => ref.send({ type: 'push.turnOn' }),
    turnOff: () => ref.send({ type: 'push.turnOff' }),
  };
}

/** Ends push on this device: its user logs out. The push service then says to the server that the device is gone. */
export async function endPush(): Promise<void> {
  webStorage().removeItem(mark);
  await unsubscribeFromPush();
}

async function readState({ publicKey, endpoints }: PushServer): Promise<PushState> {
  if (publicKey === null) return 'off';
  const obstacle = pushObstacle();
  if (obstacle !== null) return obstacle;
  if (Notification.permission === 'denied') return 'denied';
  const endpoint = await readPushEndpoint(publicKey);
  if (endpoint !== null) return endpoints.includes(endpoint) ? 'subscribed' : 'lost';
  return webStorage().getItem(mark) === null ? 'notAsked' : 'lost';
}

async function subscribe(
  { publicKey }: PushServer,
  store: (device: PushDevice) => Promise<object>,
): Promise<PushState> {
  if (publicKey === null) return 'off';
  const device = await subscribeToPush(publicKey);
  if (device === null) return Notification.permission === 'denied' ? 'denied' : 'notAsked';
  requireDone(await store(device));
  storeText(mark, 'on');
  return 'subscribed';
}

function requireDone(outcome: object): void {
  if ('failure' in outcome) throw new Error('The server has not stored it.');
}
