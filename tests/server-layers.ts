import { everyImport, isPartOf, isTest, type Tree } from './architecture.ts';

interface Layer {
  /** Folders or files of `server` that the layer may import. */
  readonly imports: readonly string[];
  /** Folders or files of `server` of which it may import types only. */
  readonly types?: readonly string[];
  readonly hasHttp?: boolean;
  readonly hasSql?: boolean;
}

const problem = 'http/problem.ts';
/** Shared by the commands of an operator. */
const operator = ['settings/operator-error.ts', 'settings/env.ts', 'settings/read-env.ts'];
const httpPackages = ['fastify', '@fastify', 'node:http', 'node:https', 'node:http2'];
const sqlPackages = ['drizzle-orm', 'pg', '@electric-sql/pglite'];

/** The folders of `server`. The folder `start` connects the others and may import all of them. */
const layers: Readonly<Record<string, Layer>> = {
  routes: {
    imports: ['routes', 'domain', 'http', 'live'],
    types: ['storage/open-storage.ts', 'tokens/caller.ts', 'settings/env.ts'],
    hasHttp: true,
  },
  domain: {
    imports: ['project-root.ts', 'domain', 'storage', 'tokens/secrets.ts', problem],
    types: ['tokens/caller.ts'],
  },
  live: {
    imports: ['live', 'domain', 'http/limits', 'tokens/secrets.ts', problem],
    types: ['storage/open-storage.ts'],
  },
  storage: { imports: ['storage', 'settings/operator-error.ts'], hasSql: true },
  settings: { imports: ['settings'] },
  cluster: {
    imports: ['cluster', 'live', 'domain', 'tokens/secrets.ts', 'storage/leases.ts', 'settings/operator-error.ts'],
    types: ['storage/open-storage.ts'],
  },
  http: { imports: ['http', 'storage/failures.ts', 'storage/limiters.ts'], types: ['settings/env.ts'], hasHttp: true },
  tokens: { imports: ['tokens', ...operator, problem] },
  web: { imports: ['web', 'domain', 'http'], hasHttp: true },
  auth: {
    imports: [
      'auth',
      'domain/callers.ts',
      'domain/transact-twice.ts',
      'http/client-network.ts',
      'http/close-signal.ts',
      'http/json-parser.ts',
      'http/json-size.ts',
      'http/limits',
      'storage',
      'tokens',
      problem,
    ],
    types: ['settings/env.ts'],
    hasHttp: true,
  },
  backup: { imports: ['backup', 'storage', 'tokens', ...operator, problem], hasHttp: true },
  demo: { imports: ['demo', 'domain', 'storage', 'auth/passwords.ts'], types: ['settings/env.ts'] },
};

/** A query built on the transaction itself needs no import. */
const query = /\b(?:transaction|database)\s*\.\s*(?:select|selectDistinct|insert|update|delete|execute|query|with)\b/;

/** The imports and queries in `server` that its layers forbid. */
export function serverLayerFaults(tree: Tree): string[] {
  const imports = everyImport(tree).flatMap(({ from, to, inside, typeOnly }) => {
    const layer = layerOf(from);
    if (layer === undefined) return [];
    const isAllowed = inside ? isAllowedFile(layer, to, typeOnly) : isAllowedPackage(layer, to);
    return isAllowed ? [] : [`${from} imports ${to}`];
  });
  const queries = [...tree].flatMap(([path, source]) => {
    const layer = layerOf(path);
    return layer !== undefined && layer.hasSql !== true && query.test(source) ? [`${path} contains a query`] : [];
  });
  return [...imports, ...queries];
}

/** The layer of a file, undefined for a test and for a file that connects layers. */
function layerOf(path: string): Layer | undefined {
  const [first, folder = '', file] = path.split('/');
  if (first !== 'server' || file === undefined || folder === 'start' || folder === 'tests' || isTest(path))
    return undefined;
  return layers[folder] ?? { imports: [] };
}

function isAllowedFile({ imports, types = [] }: Layer, to: string, typeOnly: boolean): boolean {
  if (!to.startsWith('server/')) return true;
  const target = to.slice('server/'.length);
  return [...imports, ...(typeOnly ? types : [])].some((name) => isPartOf(target, name));
}

function isAllowedPackage({ hasHttp = false, hasSql = false }: Layer, name: string): boolean {
  const isIn = (packages: readonly string[]) => packages.some((one) => isPartOf(name, one));
  return (hasHttp || !isIn(httpPackages)) && (hasSql || !isIn(sqlPackages));
}
