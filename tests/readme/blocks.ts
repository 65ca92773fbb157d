import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';

/** A block of code in a Markdown file. */
export interface Block {
  /** The file and the line that it begins in. */
  readonly place: string;
  readonly text: string;
  /** Why no test runs it: the comment `<!-- not run: … -->` before it; null without one. */
  readonly reason: string | null;
}

/** Finds the blocks of code, indented and fenced, of the README and of `docs/`. */
export function findBlocks(root: string): Block[] {
  const folder = join(root, 'docs');
  const docs = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  return ['README.md', ...docs.map((name) => `docs/${name}`)].flatMap((file) =>
    blocksOf(file, readFileSync(join(root, file), 'utf8')),
  );
}

function blocksOf(file: string, markdown: string): Block[] {
  const blocks: Block[] = [];
  let line = 1;
  let reason: string | null = null;
  for (const token of lexer(markdown)) {
    // A block in a list would be inside of another token.
    if (token.type === 'list' && /^\s*```/m.test(token.raw)) throw new Error(`${file}:${line}: a block in a list`);
    if (token.type === 'code') blocks.push({ place: `${file}:${line}`, text: String(token['text']), reason });
    const comment = /^<!-- not run: (.+?) -->\s*$/s.exec(token.raw)?.[1];
    if (token.type !== 'space') reason = comment ?? null;
    line += token.raw.split('\n').length - 1;
  }
  return blocks;
}
