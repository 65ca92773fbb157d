import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Source text by path from the repository's root, such as `src/pages/home/Home.tsx`. */
export type Tree = ReadonlyMap<string, string>;

interface Import {
  readonly from: string;
  /** A path inside the repository, or the name of a package. */
  readonly to: string;
  readonly inside: boolean;
  readonly typeOnly: boolean;
}

const ownPackages = ['contract', 'machines', 'server', 'recorder', 'src', 'tests'] as const;
type OwnPackage = (typeof ownPackages)[number];

const allowedImports: Record<OwnPackage, readonly OwnPackage[]> = {
  contract: ['contract'],
  machines: ['machines', 'contract'],
  server: ['server', 'contract'],
  recorder: ['recorder', 'contract'],
  src: ['src', 'machines', 'contract'],
  tests: ['tests', 'contract', 'machines', 'server', 'recorder'],
};

const allowedPackages: Partial<Record<OwnPackage, readonly string[]>> = {
  contract: ['valibot'],
  machines: ['xstate'],
};

/** One adapter for each thing outside the app. */
const adapters = ['api', 'auth', 'storage', 'network', 'live', 'consent', 'pwa'];
/** Folders above the adapters without machines and React, with the adapters that each may use. */
const services: Record<string, readonly string[]> = { queries: ['api', 'storage'], drafts: ['storage'] };
/** `browser` holds plain functions on the DOM; `format` does not touch it. */
const pureLayers = ['browser', 'format'];

/** Layers of src, from the top; a file imports from its own folder or from the layers listed. */
const layers: Record<string, readonly string[]> = {
  main: ['app', 'routes', 'actors', ...Object.keys(services), ...adapters, ...pureLayers],
  /** Another main: of the server, which draws pages with it. */
  render: ['app', 'routes', 'actors', 'api', 'navigation', 'queries'],
  app: ['routes', 'actors', 'api', 'drafts', 'queries'],
  /** Another main: of the page that streaming software shows. */
  overlay: ['pages', 'actors', 'components', 'navigation', ...Object.keys(services), ...adapters, ...pureLayers],
  routes: ['routes', 'shell', 'pages', 'actors', 'components', 'navigation', 'queries', ...pureLayers],
  shell: ['shell', 'pages', 'actors', 'components', 'navigation', ...pureLayers],
  pages: ['pages', 'actors', 'components', 'navigation', 'queries', ...pureLayers],
  actors: ['actors', ...Object.keys(services), ...adapters, ...pureLayers],
  components: ['components', 'navigation', ...pureLayers],
  /** Hooks of the DOM: history, focus, titles, links. They import React, and no machine, actor or adapter. */
  navigation: ['navigation', ...pureLayers],
  browser: ['browser', 'format'],
  ...Object.fromEntries(Object.entries(services).map(([name, used]) => [name, [name, ...used, ...pureLayers]])),
  ...Object.fromEntries(adapters.map((adapter) => [adapter, [adapter, ...pureLayers]])),
  format: ['format'],
};

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^'\n]+)'|import\(\s*'([^'\n]+)'\s*\)/g;

/** Reads the sources of every package. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  for (const own of ownPackages) {
    for (const entry of readdirSync(join(root, own), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name).slice(root.length + 1);
      // The test of these rules holds broken examples as text.
      if (path !== 'tests/architecture.test.ts') tree.set(path, readFileSync(join(root, path), 'utf8'));
    }
  }
  return tree;
}

function importsOf(path: string, source: string): Import[] {
  return [...source.matchAll(statement)].map(([, type, named, dynamic]) => {
    const specifier = named ?? dynamic ?? '';
    const typeOnly = type !== undefined;
    if (specifier.startsWith('.')) {
      return { from: path, to: normalize(join(dirname(path), specifier)), inside: true, typeOnly };
    }
    if (specifier.startsWith('#')) return { from: path, to: `${specifier.slice(1)}.ts`, inside: true, typeOnly };
    return { from: path, to: specifier, inside: false, typeOnly };
  });
}

function packageOf(path: string): OwnPackage | undefined {
  return ownPackages.find((own) => path.startsWith(`${own}/`));
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function layerOf(path: string): string {
  const [, second = '', third] = path.split('/');
  return third === undefined ? second.replace(/\.tsx?$/, '') : second;
}

/** Checks the imports between packages. */
export function packageFaults(tree: Tree): string[] {
  return everyImport(tree).flatMap(({ from, to, inside, typeOnly }) => {
    const own = packageOf(from);
    if (own === undefined) return [];
    if (!inside) {
      const packages = allowedPackages[own];
      const isAllowed = isTest(from) || packages === undefined || packages.some((name) => isPartOf(to, name));
      return isAllowed ? [] : [`${from} imports the package ${to}`];
    }
    const target = packageOf(to);
    if (target === undefined)
      return isTest(from) || own === 'tests' ? [] : [`${from} imports ${to}, outside every package`];
    if (isTest(from) && target === 'tests') return [];
    // The sessions of the demo are published as those of any other recorder.
    if (from === 'server/demo/show-sessions.ts' && to === 'recorder/live-publisher.ts') return [];
    // Files are read in the browser as in the importer.
    if (from === 'src/browser/session-file-worker.ts' && to.startsWith('recorder/session-file/')) return [];
    if (!allowedImports[own].includes(target)) return [`${from} imports ${to}`];
    const isValueOfContract = own === 'machines' && target === 'contract' && !typeOnly;
    if (
      isValueOfContract &&
      !['contract/constants.ts', 'contract/entities/entry-moves.ts'].includes(to) &&
      !isTest(from)
    ) {
      return [`${from} imports more than types from ${to}`];
    }
    return [];
  });
}

/** The layers inside src. */
export function layerFaults(tree: Tree): string[] {
  return everyImport(tree).flatMap(({ from, to, inside, typeOnly }) => {
    if (packageOf(from) !== 'src' || isTest(from)) return [];
    const layer = layerOf(from);
    const below = layers[layer];
    if (below === undefined) return [`${from} is in no layer of src`];
    const isLow = [...Object.keys(services), ...adapters, ...pureLayers].includes(layer);
    if (!inside) {
      const isReact = isPartOf(to, 'react') || isPartOf(to, 'react-dom') || isPartOf(to, '@xstate/react');
      return isLow && isReact ? [`${from} imports ${to}`] : [];
    }
    const isWithoutMachines = isLow || layer === 'components' || layer === 'navigation';
    if (packageOf(to) === 'machines' && isWithoutMachines && !typeOnly) return [`${from} imports ${to}`];
    if (packageOf(to) !== 'src' || to.endsWith('.css') || below.includes(layerOf(to))) return [];
    return [`${from} imports ${to}`];
  });
}

/** Import cycles; type imports count. */
export function circles(tree: Tree): string[] {
  const edges = new Map<string, string[]>();
  for (const { from, to, inside } of everyImport(tree)) {
    if (inside && tree.has(to)) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of tree.keys()) visit(path, []);
  return found;
}

/** Names of files, and no barrels. */
export function fileFaults(tree: Tree): string[] {
  return [...tree.keys()].flatMap((path) => {
    const faults: string[] = [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isNamed = name.endsWith('.tsx')
      ? /^([A-Z][A-Za-z\d]*|[a-z\d]+(-[a-z\d]+)*)(\.test)?\.tsx$/.test(name)
      : /^[a-z\d]+(-[a-z\d]+)*(\.(slow|test|spec|d|config))*\.ts$/.test(name);
    if (!isNamed) faults.push(`${path} is not named in kebab-case or PascalCase`);
    if (/^index\.tsx?$/.test(name)) faults.push(`${path} is a barrel`);
    return faults;
  });
}

/** The limit of entries in a folder that a reader can keep in mind. */
const mostRooms = 15;

/** Packages with more files and folders than that at their root. */
export function crowdedPackages(tree: Tree): string[] {
  return ['contract', 'server'].flatMap((name) => {
    const rooms = [...tree.keys()].filter((path) => path.startsWith(`${name}/`) && !isTest(path));
    const { size } = new Set(rooms.map((path) => path.split('/')[1]).filter((room) => room !== 'tests'));
    return size > mostRooms ? [`${name}/ has ${size} files and folders at its root, more than ${mostRooms}`] : [];
  });
}

const colour =
  /(?<=["'`:[(, ])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?=["'`;\]), ])|\b(?:rgb|hsl)a?\(|\b(?:hwb|oklab|oklch)\(/gi;

/** `:has()` beside a `~`, also as a class: browsers style the whole page again for every element that comes or goes. */
const widelyMatched = /:has\([^)]*\)[^\s{,;"'`]*\s*~|~[^{,;"'`]*:has\(/g;

/** Colours stand in one table, buttons get their look in one component, and no rule of style costs a whole page. */
export function lookFaults(tree: Tree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (isTest(path) || packageOf(path) === 'tests' || /^contract\/colours\/(car-)?colours\.ts$/.test(path)) return [];
    const faults = [...source.matchAll(colour)].map(([text]) => `${path} has a colour of its own: ${text}`);
    for (const [text] of source.matchAll(widelyMatched)) faults.push(`${path} styles whole pages by ${text}`);
    const hasButton = /<button\b|className="[^"]*\baction\b/.test(source);
    const isOfApp = packageOf(path) === 'src' && path !== 'src/components/Button.tsx';
    return isOfApp && hasButton ? [...faults, `${path} has a button of its own`] : faults;
  });
}

/** Stores of React that have no value for the server, which cannot draw a page with one. */
export function storeFaults(tree: Tree): string[] {
  return [...tree].flatMap(([path, source]) =>
    [...source.matchAll(/\buseSyncExternalStore(?:<[^>]*>)?\(/g)]
      .filter(({ index, 0: call }) => parametersAt(source, index + call.length) < 3)
      .map(() => `${path} has a store without a value for the server`),
  );
}

/** The number of parameters of a call, from behind its opening bracket on. */
function parametersAt(source: string, start: number): number {
  let depth = 0;
  let commas = 0;
  let end = start;
  for (; depth >= 0 && end < source.length; end += 1) {
    if ('([{'.includes(source[end] ?? '')) depth += 1;
    if (')]}'.includes(source[end] ?? '')) depth -= 1;
    if (source[end] === ',' && depth === 0) commas += 1;
  }
  return commas + (/,\s*\)$/.test(source.slice(start, end)) ? 0 : 1);
}

/** Waits of tests whose limit is a second where none is given: `expect.poll` has that of the configuration. */
export function waitFaults(tree: Tree): string[] {
  return [...tree].flatMap(([path, source]) =>
    [...source.matchAll(/\bvi\s*\.\s*(?:waitFor|waitUntil)\b/g)].map(([text]) => `${path} waits by ${text}`),
  );
}

export function everyImport(tree: Tree): Import[] {
  return [...tree].flatMap(([path, source]) => importsOf(path, source));
}

export function isPartOf(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}
