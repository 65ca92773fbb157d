import type { Plugin } from 'vite';
import { colours } from '../../contract/colours/colours.ts';

/**
 * Adds the table of colours to the styles, as the theme of Tailwind, and to the head of the page. The styles of the overlay
 * have it as variables.
 */
export function themeColours(): Plugin {
  const lines = Object.entries(colours).map(([name, value]) => `  --color-${name}: ${value};\n`);
  return {
    name: 'theme-colours',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/(style|overlay)\.css$/ },
      handler: (styles, id) =>
        `${styles}\n${id.endsWith('overlay.css') ? ':root' : '@theme inline'} {\n${lines.join('')}}\n`,
    },
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'theme-color', content: colours.bg }, injectTo: 'head' }],
  };
}
