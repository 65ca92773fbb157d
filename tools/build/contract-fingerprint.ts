import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const name = 'virtual:contract-fingerprint';
const resolvedName = `\0${name}`;

/**
 * Provides a hash of the schemas in contract/, the same in development and in a build. A row on the device whose hash
 * equals that of the running app needs no parsing. Rules and file formats are no schemas of rows and are left out.
 */
export function contractFingerprint(folder: string): Plugin {
  return {
    name: 'contract-fingerprint',
    resolveId: (id) => (id === name ? resolvedName : null),
    load(id) {
      if (id !== resolvedName) return null;
      const hash = createHash('sha256');
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSchemaFile).sort()) {
        this.addWatchFile(join(folder, file));
        hash.update(readFileSync(join(folder, file)));
      }
      return `export const contractFingerprint = '${hash.digest('hex').slice(0, 16)}';`;
    },
    // In development a changed schema also changes this module.
    hotUpdate({ file, modules }) {
      const own = this.environment.moduleGraph.getModuleById(resolvedName);
      const isSchema = isSchemaFile(relative(folder, file));
      return own !== undefined && isSchema ? [...modules, own] : undefined;
    },
  };
}

/** `file` is a path from the folder of the contract. */
function isSchemaFile(file: string): boolean {
  const isOutside = ['..', 'race', 'pits-n-giggles'].includes(file.split(sep)[0] ?? '');
  return file.endsWith('.ts') && !file.endsWith('.test.ts') && !isOutside;
}
