import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf } from '#contract/json/fields-of';
import type { Env } from '../settings/env.ts';
import { workAlone } from '../storage/leases.ts';
import type { Storage } from '../storage/open-storage.ts';
import { packBackup } from './archive.ts';
import {
  backupPathIn,
  listBackups,
  prepareBackups,
  removeOlder,
  removeUnfinished,
  requireRoomFor,
} from './backup-folder.ts';
import type { DumpAlone } from './dumps.ts';
import { writeWhole } from './whole-file.ts';

/** After a failure the next attempt is made after so long, in ms. */
const pauseAfterFailure = 15 * 60_000;

interface Dependencies {
  readonly env: Pick<Env, 'dataDir'>;
  readonly settings: NonNullable<Env['backups']>;
  readonly storage: Storage;
  readonly dump: DumpAlone;
  readonly now: () => Date;
  readonly log: { readonly error: (about: object, text: string) => void };
}

/**
 * Makes a backup whenever the newest one in its folder is too old. If several servers share a folder, one of them makes
 * the backup. Older ones are removed once a new one is whole.
 */
export class RegularBackups {
  readonly #dependencies: Dependencies;
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #newestAt: number | null;
  #failedAt: number | null = null;
  #failures = 0;

  /** @throws FolderRefused. */
  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    prepareBackups(dependencies.settings.folder);
    this.#newestAt = this.#findNewest();
  }

  /** In s; null when there is none. */
  get age(): number | null {
    return this.#newestAt === null ? null : Math.max(0, this.#dependencies.now().getTime() - this.#newestAt) / 1_000;
  }

  /** Attempts that have failed. */
  get failures(): number {
    return this.#failures;
  }

  /** The state of the backups in words. */
  describe(): string {
    const age = this.age === null ? 'none yet' : `${Math.floor(this.age / 3_600)} h old`;
    return this.#failedAt === null ? age : `failed, ${this.age === null ? age : `the newest is ${age}`}`;
  }

  /** Makes a backup when one is due. */
  runWhenDue(): Promise<void> {
    this.#running ??= this.#run()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { storage, now } = this.#dependencies;
    const pauses = this.#failedAt !== null && now().getTime() - this.#failedAt < pauseAfterFailure;
    if (this.#stopping.signal.aborted || pauses || !this.#isDue()) return;
    // Another server may have made one until this one has the lease.
    await workAlone(storage, 'backup', () => (this.#isDue() ? this.#make() : Promise.resolve()));
  }

  #findNewest(): number | null {
    return listBackups(this.#dependencies.settings.folder)[0]?.madeAt ?? null;
  }

  #isDue(): boolean {
    const { settings, now } = this.#dependencies;
    this.#newestAt = this.#findNewest();
    // Another server has made one since.
    if (this.#failedAt !== null && (this.#newestAt ?? 0) > this.#failedAt) this.#failedAt = null;
    // One from the future is of a clock that was wrong.
    return this.#newestAt === null || Math.abs(now().getTime() - this.#newestAt) >= settings.every;
  }

  async #make(): Promise<void> {
    const { env, settings, dump, now } = this.#dependencies;
    const { folder, keep } = settings;
    const { signal } = this.#stopping;
    removeUnfinished(folder);
    const dumped = await dump(signal);
    if (dumped === null) return;
    try {
      requireRoomFor(folder, dumped.path);
      const keys = await readFile(join(env.dataDir, 'keys.json'), 'utf8');
      await writeWhole(backupPathIn(folder, now()), packBackup(keys, dumped.path), signal);
    } finally {
      dumped.remove();
    }
    removeOlder(folder, keep);
    this.#newestAt = this.#findNewest();
    this.#failedAt = null;
  }

  #fail(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const { log, now } = this.#dependencies;
    this.#failures += 1;
    this.#failedAt = now().getTime();
    log.error({ err: error }, `no backup was made, the older ones are still there: ${fieldsOf(error).message}`);
  }
}
