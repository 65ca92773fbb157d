import { siteDescription } from '#contract/constants';
import type { PageFiles } from './page-files.ts';
import type { Preview } from './page-previews.ts';

interface HtmlInput {
  readonly preview: Preview;
  /** The public address of the page; null for an address without a page, which must not be indexed. */
  readonly address: string | null;
  readonly publicUrl: string;
  readonly files: PageFiles;
}

const longestDescription = 200;

/** The built index.html with the title, meta tags and preload links of one page. */
export function pageHtml(index: string, { preview, address, publicUrl, files }: HtmlInput): string {
  const { title, description, picture, query = '' } = preview;
  const short = [...description.replaceAll(/\s+/g, ' ')].slice(0, longestDescription).join('');
  const head = [
    `<meta name="description" content="${escapeHtml(short)}">`,
    '<meta property="og:site_name" content="Pitboard">',
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    `<meta property="og:description" content="${escapeHtml(short)}">`,
    `<meta property="og:image" content="${escapeHtml(new URL(picture?.path ?? '/og.png', publicUrl).href)}">`,
    '<meta property="og:image:type" content="image/png">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    `<meta property="og:image:alt" content="${escapeHtml(picture?.words ?? siteDescription)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...(address === null
      ? ['<meta name="robots" content="noindex">']
      : [
          `<link rel="canonical" href="${escapeHtml(address)}">`,
          // Chats ask this address again for what they show.
          `<meta property="og:url" content="${escapeHtml(address + query)}">`,
        ]),
  ];
  const preloads = [
    // With the credentials mode of the app's anonymous calls: any other mode would make a second request.
    ...files.reads.map((path) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(path)}">`),
    ...files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`),
  ];
  return (
    index
      .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(title)}</title>`)
      .replace(/<!--head-->.*?<!--\/head-->/s, () => head.join('\n    '))
      // After the files of every page, because HTTP/1.1 allows six requests at a time.
      .replace('</head>', () => `${preloads.map((link) => `  ${link}\n  `).join('')}</head>`)
  );
}

/** Text as HTML. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
