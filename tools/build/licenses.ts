import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../..');

/** The list beside the app, which the footer links. */
const fileName = 'licenses.txt';

/** Module ids of code that a bundler adds: they begin with the name of its package. */
const addedByBundler = /^\0(vite|rolldown)\//;

/**
 * The packages in a build. Vite's own `build.license` lists those of one bundle; the app has several (workers, the overlay,
 * the recorder), and files that no bundle imports. `added` names the packages of those.
 */
export function bundledPackages(added: readonly string[] = []) {
  const folders = new Set(added.flatMap((name) => withDependencies(join(root, 'node_modules', name))));
  /** Collects the packages of a bundle. */
  const collect: Plugin = {
    name: 'collect-packages',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') for (const folder of packagesIn(file)) folders.add(folder);
    },
  };
  let outDir = 'dist';
  /** Writes the list beside the app, once all other bundles are made. */
  const write: Plugin = {
    name: 'write-licenses',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_, response) => response.end('The build makes this list: npm run build\n'));
    },
    closeBundle: {
      sequential: true,
      handler() {
        if (this.environment.mode !== 'build') return;
        writeFileSync(join(outDir, fileName), licencesOf(folders));
      },
    },
  };
  return { collect, write };
}

/** Ends the script of a bundle with the licences of its packages, as a comment. */
export function licenceComment(): Plugin {
  return {
    name: 'licence-comment',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        file.code += `\n/*!\n${licencesOf(new Set(packagesIn(file))).replaceAll('*/', '* /')}*/\n`;
      }
    },
  };
}

/** The folders of the packages that a script has code of: of some modules nothing is left. */
function packagesIn({ modules }: Rolldown.OutputChunk): string[] {
  const used = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
  return used.map(([id]) => packageOf(id)).filter((folder) => folder !== null);
}

/** The folder of the package that a module belongs to; null for a module of Pitboard. */
function packageOf(id: string): string | null {
  const bundler = addedByBundler.exec(id)?.[1];
  if (bundler !== undefined) return join(root, 'node_modules', bundler);
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null;
}

/** The folders of a package and of all that it depends on. */
function withDependencies(folder: string): string[] {
  const { dependencies = {} } = readPackage(folder);
  const found = Object.keys(dependencies).map((name) => findPackage(name, folder));
  return [folder, ...found.flatMap(withDependencies)];
}

/** The folder of a package as another one finds it. */
function findPackage(name: string, from: string): string {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  if (from === dirname(from)) throw new Error(`The package ${name} is not installed`);
  return findPackage(name, dirname(from));
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

const readPackage = (folder: string): PackageJson => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const line = '-'.repeat(80);

/** Pitboard's licence, and those of the tracks and of packages, by their folders; packages with the same text share it. */
export function licencesOf(folders: ReadonlySet<string>): string {
  const namesByText = new Map<string, Set<string>>();
  for (const folder of folders) {
    const bundled = readPackage(folder);
    const text = textOf(bundled, folder);
    const names = namesByText.get(text) ?? new Set();
    namesByText.set(text, names.add(`${bundled.name} ${bundled.version} (${bundled.license})`));
  }
  const sections = [...namesByText].map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}`);
  const own = `Pitboard (MIT)\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`;
  const tracks = `The outlines of tracks (MIT)\n\n${readFileSync(join(root, 'public/tracks/NOTICE.txt'), 'utf8').trim()}`;
  return `${[own, tracks, ...sections.sort()].join(`\n\n${line}\n\n`)}\n`;
}

/** The licence of a package in its own words, and its notices. */
function textOf(bundled: PackageJson, folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'));
  const texts = files.length > 0 ? files : [textOfReadme(folder), standardText(bundled)];
  return (
    texts
      .filter((text) => text !== null)
      // Vite appends the licences of its own dependencies, none of which are in the app.
      .map((text) => text.replaceAll('\r', '').split('\n# Licenses of bundled dependencies')[0]?.trim() ?? '')
      .join('\n\n')
  );
}

/** The README section of a package about its licence. */
function textOfReadme(folder: string): string | null {
  const [name] = readdirSync(folder).filter((name) => /^readme/i.test(name));
  if (name === undefined) return null;
  const [, section] = readFileSync(join(folder, name), 'utf8').split(/^#+ licen[cs]\w*\n/im);
  return section?.split(/^#/m)[0]?.trim() ?? null;
}

/** The text of a licence by its SPDX identifier. @throws Error where the list has none. */
function standardText({ name, license, author }: PackageJson): string {
  const { licenseText }: { licenseText: string } = require(`spdx-license-list/licenses/${license}.json`);
  const holder = (typeof author === 'string' ? author : author?.name) || `the authors of ${name}`;
  return licenseText.replace('<year> <copyright holders>', holder);
}
