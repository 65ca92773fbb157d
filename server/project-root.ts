import { join } from 'node:path';

/** The folder that `server` is in. This file is as deep in the sources as its chunk is in the built server. */
export const projectRoot = join(import.meta.dirname, '..');
