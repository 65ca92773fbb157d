import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressOf } from '#contract/api/address';
import { getConfig } from '#contract/calls/site';
import { type RenderedPage, renderedPageId } from '#contract/pages/rendered-page';
import { type FirstRead, type PageMatch, pageRoute } from '#contract/pages/routes';
import type { InlineSources } from '../http/headers.ts';
import { earlyPresses } from './early-presses.ts';

/** The folder of a build with the app for the server. */
export const renderFolder = '.render';

/** The exports of `src/render.tsx`. */
export interface RenderModule {
  /** Draws the HTML of a page from its data. */
  readonly renderPage: (href: string, page: RenderedPage) => Promise<string>;
}

type Answer = Pick<RenderedPage['answers'][number], 'value' | 'version'>;

/** Reads what a page begins with, as a visitor gets it; `readPublic` returns null for what is not there. */
export async function readPage(
  { name, id }: PageMatch,
  at: number,
  readPublic: (read: FirstRead) => Promise<Answer | null>,
): Promise<RenderedPage> {
  const reads: readonly FirstRead[] = [...(pageRoute(name).reads?.(id) ?? []), { call: getConfig }];
  const answers = await Promise.all(
    reads.map(async (read) => {
      const answer = await readPublic(read);
      return answer === null ? [] : [{ address: addressOf(read.call, read.params, read.query), ...answer }];
    }),
  );
  return { at, answers: answers.flat() };
}

const liveMark = ' data-live="page"';

/** Draws a page and puts it and its data into its HTML. @throws when the app cannot draw it. */
export async function renderInto(
  html: string,
  href: string,
  page: RenderedPage,
  { renderPage }: RenderModule,
): Promise<string> {
  const content = await renderPage(href, page);
  // React leaves what has thrown to the browser, and says so in a comment.
  if (content.includes('<!--$!-->')) throw new Error(`a part of ${href} cannot be rendered`);
  const data = JSON.stringify(page).replaceAll('<', '\\u003c');
  // Styles outside of a running race read that from the root.
  const marked = content.includes(liveMark) ? html.replace('<html', () => `<html${liveMark}`) : html;
  return marked
    .replace('<div id="app"></div>', () => `<div id="app">${content}</div>`)
    .replace('</body>', () => `<script type="application/json" id="${renderedPageId}">${data}</script></body>`);
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const styleLink = /<link rel="stylesheet"[^>]* href="([^"]+)">/;

/** Renders pages with the app of a build. */
export class PageRenderer {
  readonly #script: string;
  readonly #style: string;
  #app: Promise<RenderModule> | null = null;

  constructor(script: string, style: string) {
    this.#script = script;
    this.#style = style;
  }

  /** The renderer of a build; null for one without the app for the server. */
  static of(dist: string): PageRenderer | null {
    const script = join(dist, renderFolder, 'render.mjs');
    if (!existsSync(script)) return null;
    const [, file = ''] = styleLink.exec(readFileSync(join(dist, 'index.html'), 'utf8')) ?? [];
    return new PageRenderer(script, readFileSync(join(dist, file), 'utf8'));
  }

  /** The sources of the styles and the script in rendered pages, for their policy. */
  get sources(): InlineSources {
    return { style: sourceOf(this.#style), script: sourceOf(earlyPresses) };
  }

  /** Puts a page, its data, the styles and the script into its HTML. @throws when the app cannot draw it. */
  async render(html: string, href: string, page: RenderedPage): Promise<string> {
    this.#app ??= import(pathToFileURL(this.#script).href);
    const styled = html.replace(styleLink, () => `<style>${this.#style}</style><script>${earlyPresses}</script>`);
    return renderInto(styled, href, page, await this.#app);
  }
}
