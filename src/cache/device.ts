import { type Device, openDevice } from './database.ts';
import { type DeviceReads, readsOnDevice } from './reads-on-device.ts';

/** This device: its database, and the reads that are kept in it. */
export function openOwnDevice(): { readonly device: Device; readonly reads: DeviceReads } {
  const device = openDevice();
  const quota = async () => (await navigator.storage?.estimate())?.quota ?? null;
  return { device, reads: readsOnDevice(device, { quota }) };
}
