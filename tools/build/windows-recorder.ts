import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PackageUnusable, type PinnedPackage, PinnedPackages } from './pinned-packages.ts';
import { bundleRecorder } from './recorder-download.ts';
import { removeSignature } from './windows-program.ts';

/** The Node that becomes the program: of the newest line that starts under Wine 8, where it is tried without Windows. */
const version = '22.23.3';

const node = {
  'win-x64': 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  'linux-x64': 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  'linux-arm64': 'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
} as const;

const postject: PinnedPackage = {
  name: 'postject',
  version: '1.0.0-alpha.6',
  integrity: 'sha512-b9Eb8h2eVqNE8edvKdwqkrY6O7kAwmI8kcnBv1NScolYJbo59XUF0noFq+lxbC1yN20bmC0WBEbDC5H/7ASb0A==',
};

/** The name under which Node finds the script in its own file, and the mark that it replaces there. */
export const blobName = 'NODE_SEA_BLOB';
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

type Inject = (
  file: string,
  name: string,
  content: Buffer,
  options: { readonly sentinelFuse: string },
) => Promise<void>;

/**
 * Makes the recorder a program of Windows that needs nothing else, at `file`: Node for Windows with the script in it. The
 * licences of Node are beside it, those of the script in it. The downloads are stored in `cache`. @throws PackageUnusable.
 */
export async function buildWindowsRecorder(file: string, cache: string): Promise<void> {
  const packages = new PinnedPackages(cache);
  const work = mkdtempSync(join(cache, 'work-'));
  try {
    const script = 'recorder.cjs';
    await bundleRecorder({ outDir: work, fileName: script, format: 'cjs' });
    const blob = await makeBlob(join(work, script), work, packages);
    const program = join(work, 'recorder.exe');
    writeFileSync(program, removeSignature(await packages.readFile(pinned('win-x64'), 'bin/node.exe')));
    // The extension is .cjs because this repository's .js files are modules.
    const injector = join(work, 'postject.cjs');
    writeFileSync(injector, await packages.readFile(postject, 'dist/api.js'));
    const { inject } = createRequire(import.meta.url)(injector) as { readonly inject: Inject };
    await inject(program, blobName, blob, { sentinelFuse: fuse });
    writeFileSync(`${file}.licenses.txt`, await packages.readFile(pinned('win-x64'), 'LICENSE'));
    renameSync(program, file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The script as Node reads it from its own file. Only the same version of Node can have written it. */
async function makeBlob(main: string, work: string, packages: PinnedPackages): Promise<Buffer> {
  const output = join(work, 'recorder.blob');
  const config = join(work, 'sea.json');
  writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true }));
  await promisify(execFile)(await findNode(work, packages), ['--experimental-sea-config', config]);
  return readFileSync(output);
}

/** A Node of that version for this machine. */
async function findNode(work: string, packages: PinnedPackages): Promise<string> {
  if (process.version === `v${version}`) return process.execPath;
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  if (!isPinned(system))
    throw new PackageUnusable(`on ${system} this needs Node ${version}; this is ${process.version}`);
  const name = system === 'win-x64' ? 'node.exe' : 'node';
  const path = join(work, name);
  writeFileSync(path, await packages.readFile(pinned(system), `bin/${name}`));
  chmodSync(path, 0o755);
  return path;
}

const isPinned = (system: string): system is keyof typeof node => system in node;

const pinned = (system: keyof typeof node): PinnedPackage => ({
  name: `node-${system}`,
  version,
  integrity: node[system],
});
