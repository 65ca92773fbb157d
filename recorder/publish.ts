/**
 * The module `pitboard-publish.mjs`: publishing a live race from a program that is not part of Pitboard. The build makes one
 * file of it that runs with Node alone; `docs/live.md` describes what is exported here.
 */
export { ServerRefused } from './call-server.ts';
export { LivePublisher } from './live-publisher.ts';
export { redeemCode } from './pairing.ts';
