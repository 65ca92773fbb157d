import { extname, join } from 'node:path';
import { Piscina } from 'piscina';
import { type RenameInDetail, renameInDetail } from '../domain/session-detail.ts';
import type { readLargeBody, renameInLargeDetail } from './large-body-thread.ts';

type LargeBody = Parameters<typeof readLargeBody>[0];
type LargeResult = Awaited<ReturnType<typeof readLargeBody>>;
type Renaming = Parameters<typeof renameInLargeDetail>[0];

/** How long the thread stays without work, in ms. */
const idleTimeout = 30_000;
/** A compressed detail from this size on is large, in bytes; others are renamed in a few ms. */
const largeDetail = 64 * 1024;

// The thread is a TypeScript file in development and a file of the build in production.
const extension = extname(import.meta.filename);

/** The thread for work that would block the event loop; it starts with the first. */
export class LargeWork {
  readonly #pool = new Piscina<LargeBody | Renaming, unknown>({
    filename: join(import.meta.dirname, `large-body-thread${extension}`),
    // Piscina looks for it when the thread starts.
    name: 'readLargeBody',
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    recordTiming: false,
  });

  /** Parses and checks a large body, whose buffer is moved to the thread. */
  async readBody(body: LargeBody): Promise<LargeResult> {
    const options = { name: 'readLargeBody', transferList: [body.bytes.buffer as ArrayBuffer] };
    return (await this.#pool.run(body, options)) as LargeResult;
  }

  /** Renames drivers in a detail. */
  readonly rename: RenameInDetail = async (bytes, names) =>
    bytes.length < largeDetail
      ? renameInDetail(bytes, names)
      : ((await this.#pool.run({ bytes, names }, { name: 'renameInLargeDetail' })) as Uint8Array);

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
