import { openOwnDevice } from './device.ts';

/**
 * This device's database, once for the whole app. A page that the worker serves runs this before everything else, so that
 * the database opens while the libraries are read.
 */
export const ownDevice = openOwnDevice();
