import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** A package of the npm registry, by its exact content. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** As the registry lists it: the algorithm and the hash in base64. */
  readonly integrity: string;
}

/** A package could not be downloaded, or is another one than the pinned. */
export class PackageUnusable extends Error {}

/** Packages that few need, so they are no dependencies: downloaded once into a folder, and checked at each use. */
export class PinnedPackages {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The content of a file of a package. @throws PackageUnusable. */
  async readFile(pinned: PinnedPackage, path: string): Promise<Buffer> {
    const archive = await this.#archiveOf(pinned);
    const unpacking = Readable.from([archive]).pipe(createGunzip()).pipe(extract());
    for await (const entry of unpacking) {
      if (entry.header.name !== `package/${path}`) {
        entry.resume();
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    }
    throw new PackageUnusable(`${nameOf(pinned)} has no ${path}`);
  }

  async #archiveOf(pinned: PinnedPackage): Promise<Buffer> {
    const path = join(this.#folder, `${nameOf(pinned)}.tgz`);
    if (!existsSync(path)) await this.#download(pinned, path);
    const archive = readFileSync(path);
    if (integrityOf(archive) === pinned.integrity) return archive;
    rmSync(path);
    throw new PackageUnusable(`${nameOf(pinned)} is not the package that is expected: ${pinned.integrity}`);
  }

  async #download(pinned: PinnedPackage, path: string): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const temporary = mkdtempSync(join(this.#folder, 'download-'));
    try {
      // npm passes the path of its own script on, which needs no shell on Windows.
      const npm = process.env.npm_execpath;
      const words = ['pack', '--silent', '--pack-destination', temporary, `${pinned.name}@${pinned.version}`];
      const [program, ...parameters] = npm === undefined ? ['npm', ...words] : [process.execPath, npm, ...words];
      await promisify(execFile)(program ?? 'npm', parameters);
      renameSync(join(temporary, `${nameOf(pinned)}.tgz`), path);
    } catch (error) {
      // A program that ends with an error has its output here.
      const output = error instanceof Error && 'stderr' in error ? error.stderr : '';
      throw new PackageUnusable(`${nameOf(pinned)} cannot be downloaded: ${output || error}`);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
}

const nameOf = ({ name, version }: PinnedPackage) => `${name}-${version}`;

const integrityOf = (bytes: Uint8Array) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
