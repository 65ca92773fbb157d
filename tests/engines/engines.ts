import { existsSync } from 'node:fs';
import type { Engine } from './driver.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/** By the names of the projects that run in them. */
export const engines: Readonly<Record<string, Engine>> = { firefox, webkit };

/** The missing programs of an engine. */
export const missingFiles = ({ files }: Engine): string[] => files.filter((file) => !existsSync(file));
