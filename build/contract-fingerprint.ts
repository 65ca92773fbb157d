import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

const name = 'virtual:contract-fingerprint';
const resolvedName = `\0${name}`;

/**
 * Provides a hash of the schemas in contract/, the same in development and in a build. A row on the device whose hash
 * equals that of the running app needs no parsing. The rules in contract/race/ parse nothing and are left out.
 */
export function contractFingerprint(folder: string): Plugin {
  return {
    name: 'contract-fingerprint',
    resolveId: (id) => (id === name ? resolvedName : null),
    load(id) {
      if (id !== resolvedName) return null;
      const hash = createHash('sha256');
      for (const file of readdirSync(folder).sort()) {
        if (!isSchemaFile(file)) continue;
        this.addWatchFile(join(folder, file));
        hash.update(readFileSync(join(folder, file)));
      }
      return `export const contractFingerprint = '${hash.digest('hex').slice(0, 16)}';`;
    },
    // In development a changed schema also changes this module.
    hotUpdate({ file, modules }) {
      const own = this.environment.moduleGraph.getModuleById(resolvedName);
      const isSchema = dirname(file) === normalize(folder) && isSchemaFile(file);
      return own !== undefined && isSchema ? [...modules, own] : undefined;
    },
  };
}

function isSchemaFile(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.test.ts');
}
