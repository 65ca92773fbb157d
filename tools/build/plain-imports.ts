import type { Plugin } from 'vite';

/**
 * Leaves `import()` as it is in development. Vite would load the styles of a chunk with it and ask for its imports early;
 * all styles of this app are in one file, and most imports are there already.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    generateBundle(_, bundle) {
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      if (styles.length > 1) throw new Error(`Nothing loads the styles of single chunks: ${styles.join(', ')}`);
    },
  };
}
