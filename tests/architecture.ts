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

const houses = ['contract', 'machines', 'server', 'recorder', 'src', 'tests'] as const;
type House = (typeof houses)[number];

const allowedHouses: Record<House, readonly House[]> = {
  contract: ['contract'],
  machines: ['machines', 'contract'],
  server: ['server', 'contract'],
  recorder: ['recorder', 'contract'],
  src: ['src', 'machines', 'contract'],
  tests: ['tests', 'contract', 'machines', 'server', 'recorder'],
};

const allowedPackages: Partial<Record<House, readonly string[]>> = {
  contract: ['valibot'],
  machines: ['xstate'],
};

const wires = ['api', 'auth', 'cache', 'live', 'consent', 'pwa'];
const pureFloors = ['format', 'race'];

/** Floors of src, from the top; a file imports from its own folder or from lower floors (style 3). */
const floors: Record<string, readonly string[]> = {
  main: ['routes', 'pages', 'actors', 'components', ...wires, ...pureFloors],
  routes: ['pages', 'actors', 'components', ...pureFloors],
  pages: ['pages', 'actors', 'components', ...pureFloors],
  actors: ['actors', ...wires, ...pureFloors],
  components: ['components', ...pureFloors],
  ...Object.fromEntries(wires.map((wire) => [wire, [wire, ...pureFloors]])),
  format: ['format'],
  race: ['race', 'format'],
};

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^'\n]+)'|import\(\s*'([^'\n]+)'\s*\)/g;

/** Reads the sources of every house. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  for (const house of houses) {
    for (const entry of readdirSync(join(root, house), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name).slice(root.length + 1);
      // Its own test holds examples of broken rules as text.
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

function houseOf(path: string): House | undefined {
  return houses.find((house) => path.startsWith(`${house}/`));
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function floorOf(path: string): string {
  const [, second = '', third] = path.split('/');
  return third === undefined ? second.replace(/\.tsx?$/, '') : second;
}

/** Rule 2: who may import whom. */
export function houseFaults(tree: Tree): string[] {
  return everyImport(tree).flatMap(({ from, to, inside, typeOnly }) => {
    const house = houseOf(from);
    if (house === undefined) return [];
    if (!inside) {
      const packages = allowedPackages[house];
      const isAllowed = isTest(from) || packages === undefined || packages.some((name) => isPartOf(to, name));
      return isAllowed ? [] : [`${from} imports the package ${to}`];
    }
    const target = houseOf(to);
    if (target === undefined)
      return isTest(from) || house === 'tests' ? [] : [`${from} imports ${to}, outside every house`];
    if (isTest(from) && target === 'tests') return [];
    if (!allowedHouses[house].includes(target)) return [`${from} imports ${to}`];
    const isValueOfContract = house === 'machines' && target === 'contract' && !typeOnly;
    if (isValueOfContract && to !== 'contract/constants.ts' && !isTest(from)) {
      return [`${from} imports more than types from ${to}`];
    }
    return [];
  });
}

/** Rule 3: the floors inside src. */
export function floorFaults(tree: Tree): string[] {
  return everyImport(tree).flatMap(({ from, to, inside, typeOnly }) => {
    if (houseOf(from) !== 'src' || isTest(from)) return [];
    const floor = floorOf(from);
    const below = floors[floor];
    if (below === undefined) return [`${from} stands on no floor of src`];
    const isLow = wires.includes(floor) || pureFloors.includes(floor);
    if (!inside) {
      const isReact = isPartOf(to, 'react') || isPartOf(to, 'react-dom') || isPartOf(to, '@xstate/react');
      return isLow && isReact ? [`${from} imports ${to}`] : [];
    }
    if (houseOf(to) === 'machines' && (isLow || floor === 'components') && !typeOnly) return [`${from} imports ${to}`];
    if (houseOf(to) !== 'src' || to.endsWith('.css') || below.includes(floorOf(to))) return [];
    return [`${from} imports ${to}`];
  });
}

/** Circles among modules; type imports count, since a reader walks them too. */
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

/** Rules 6, 7 and 9: names, no barrels, long files say why. */
export function fileFaults(tree: Tree): string[] {
  return [...tree].flatMap(([path, source]) => {
    const faults: string[] = [];
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isNamed = name.endsWith('.tsx')
      ? /^([A-Z][A-Za-z\d]*|[a-z\d]+(-[a-z\d]+)*)(\.test)?\.tsx$/.test(name)
      : /^[a-z\d]+(-[a-z\d]+)*(\.(test|spec|d|config))*\.ts$/.test(name);
    if (!isNamed) faults.push(`${path} is not named in kebab-case or PascalCase`);
    if (/^index\.tsx?$/.test(name)) faults.push(`${path} is a barrel`);
    const isLong = source.split('\n').length > 250 && !isTest(path) && houseOf(path) !== 'tests';
    if (isLong && !/^(\/\/|\/\*)/.test(source)) faults.push(`${path} is longer than 250 lines and does not say why`);
    return faults;
  });
}

function everyImport(tree: Tree): Import[] {
  return [...tree].flatMap(([path, source]) => importsOf(path, source));
}

function isPartOf(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}
