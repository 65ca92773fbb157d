import { openDeviceStorage } from './device-storage.ts';

/** The storage of this device. Opened while this module is loaded, before the rest of the app. */
export const ownDevice = openDeviceStorage();
