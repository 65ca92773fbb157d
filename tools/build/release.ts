import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { BuildFailed, buildServerWhenStale, buildWhenStale, listFiles } from '../../server/web/build-app.ts';
import { licencesOf } from './licenses.ts';

const root = join(import.meta.dirname, '../..');
const folder = resolve(process.argv[2] ?? join(root, 'release'));
const target = join(folder, 'pitboard');

/** Commands of operators that a release has; each is a script of the built server. */
const commands = ['backup', 'restore', 'token', 'rotate-keys', 'test-mail'];

const start = `// Runs Pitboard. docs/hosting.md has its settings and how to host it.
await import('./dist-server/run.js');
`;

/** Types and source maps of packages, which no process reads: a fifth of a release. */
const unread = /\.(?:d\.[cm]?ts|map)$/;

/** The packages that the built server imports. */
function importedPackages(dist: string): string[] {
  const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const specifiers = scripts.flatMap((name) =>
    [
      ...readFileSync(join(dist, name), 'utf8').matchAll(
        /(?:\bfrom |\bimport |\bimport\(|\brequire(?:\.resolve)?\()["']([^."'/][^"']*)["']/g,
      ),
    ].map(([, specifier = '']) => specifier),
  );
  const names = specifiers
    .filter((specifier) => !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].sort();
}

/** Builds what is stale and copies what runs, with the packages that it imports and no others. */
async function makeFolder(version: string): Promise<void> {
  await buildWhenStale();
  await buildServerWhenStale();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(join(root, 'tools/deploy'), join(target, 'deploy'), { recursive: true });
  for (const name of ['dist', 'dist-server', 'docs', 'README.md', 'CHANGELOG.md', 'LICENSE'])
    cpSync(join(root, name), join(target, name), { recursive: true });
  writeFileSync(join(target, 'start.js'), start);
  const { dependencies, engines, license, overrides } = readPackage();
  const commit = commitOf(root);
  const packages = importedPackages(join(target, 'dist-server')).map((name) => {
    const range = dependencies[name];
    if (range === undefined) throw new BuildFailed(`the built server imports ${name}, which is no dependency`);
    return [name, range] as const;
  });
  const scripts = Object.fromEntries(commands.map((name) => [name, `node dist-server/${name}.js`]));
  const description = {
    name: 'pitboard',
    version: commit === null ? version : `${version}+${commit}`,
    private: true,
    license,
    type: 'module',
    engines,
    scripts: { start: 'node start.js', ...scripts },
    dependencies: Object.fromEntries(packages),
    // A tool of development, whose version refers to another one.
    overrides: { ...overrides, 'openapi-typescript': undefined },
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  // npm takes the locked versions and removes the other packages from the lock file.
  cpSync(join(root, 'package-lock.json'), join(target, 'package-lock.json'));
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const path of listFiles(join(target, 'node_modules'))) if (unread.test(path)) rmSync(path);
  // Licences of the packages; the licences of the app's own modules are in dist.
  writeFileSync(join(target, 'licenses.txt'), licencesOf(installedPackages()));
}

/** The folders of the packages in the release. */
function installedPackages(): ReadonlySet<string> {
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(target, 'node_modules/.package-lock.json'), 'utf8'),
  );
  return new Set(Object.keys(lock.packages).map((path) => join(target, path)));
}

/** The first digits of the commit of a folder; null where git knows none, as in an archive of the sources. */
function commitOf(cwd: string): string | null {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function readPackage() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license: string;
    readonly engines: Record<string, string>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly overrides: Readonly<Record<string, unknown>>;
  };
}

/** Packs the folder into one file, whose first folder is `pitboard`. Returns its path. */
async function makeTarball(version: string): Promise<string> {
  const file = join(folder, `pitboard-${version}.tar.gz`);
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(file));
  for (const path of listFiles(target))
    tar.entry({ name: relative(folder, path), mode: statSync(path).mode & 0o777 }, readFileSync(path));
  tar.finalize();
  await written;
  return file;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

try {
  const { version } = readPackage();
  await makeFolder(version);
  const size = listFiles(target).reduce((sum, path) => sum + statSync(path).size, 0);
  const tarball = await makeTarball(version);
  console.log(`${target}, ${megabytes(size)}, runs with: node ${join(target, 'start.js')}`);
  console.log(`${tarball}, ${megabytes(statSync(tarball).size)}, for ${process.platform}-${process.arch}`);
} catch (error) {
  console.error(error instanceof BuildFailed ? `No release: ${error.message}` : error);
  process.exit(1);
}
