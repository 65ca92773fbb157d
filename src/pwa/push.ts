import { isWorkerOff } from '../browser/worker-switch.ts';
import { hasShareSheet, isStandalone } from './platform.ts';

/** A device as the server stores it. */
export interface PushDevice {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Why this browser cannot be told by push; null where it can. */
export function pushObstacle(): 'unsupported' | 'needsHomeScreen' | null {
  // On an iPhone only an app on the home screen has push.
  if (hasShareSheet(navigator) && !isStandalone(window)) return 'needsHomeScreen';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return isSupported && !isWorkerOff() ? null : 'unsupported';
}

/** The address of this device at its push service; null where it has not subscribed with this key of the server. */
export async function readPushEndpoint(publicKey: string): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  return subscription !== null && hasKey(subscription, publicKey) ? subscription.endpoint : null;
}

/** Asks for the permission where it was not given, and subscribes; null where the person has not given it. */
export async function subscribeToPush(publicKey: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const stored = await pushManager.getSubscription();
  // One with another key, of a server that was here before, would refuse the new one.
  if (stored !== null && !hasKey(stored, publicKey)) await stored.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
}

/** Ends the subscription of this device; its address, or null where it had none. */
export async function unsubscribeFromPush(): Promise<string | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = (await registration?.pushManager?.getSubscription()) ?? null;
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}

/** Calls the listener when the permission is given or taken away in the browser; returns a function that ends this. */
export function watchPushPermission(listener: () => void): () => void {
  const controller = new AbortController();
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: controller.signal }))
    .catch(() => undefined);
  return () => controller.abort();
}

/** Shows a number on the icon of the installed app, where the platform has that. */
export function showAppBadge(count: number): void {
  const shown = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count);
  shown?.catch(() => undefined);
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...key));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
