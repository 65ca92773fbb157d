import { lexer, type Token, type Tokens } from 'marked';

/** A section of a Markdown file: what stands between its heading and the next one. */
export interface Section {
  readonly title: string;
  /** The heading of the level above. */
  readonly within: string;
  readonly tokens: readonly Token[];
}

/** The sections of a Markdown text, in order. */
export function sectionsOf(markdown: string): Section[] {
  const sections: { title: string; within: string; tokens: Token[] }[] = [];
  const path: string[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') {
      path.length = token['depth'];
      path[token['depth'] - 1] = token['text'];
      sections.push({ title: token['text'], within: path[token['depth'] - 2] ?? '', tokens: [] });
    } else sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

/** The rows of the first table of a section; none without one. */
export function rowsOf(section: Section): string[][] {
  return tablesOf(section)[0] ?? [];
}

/** The rows of each table of a section. */
export function tablesOf({ tokens }: Section): string[][][] {
  return tokens
    .filter((token): token is Tokens.Table => token.type === 'table')
    .map(({ rows }) => rows.map((cells) => cells.map(({ text }) => text)));
}

/** The blocks of code of a section. */
export function codeOf({ tokens }: Section): string[] {
  return tokens.flatMap((token) => (token.type === 'code' ? [String(token['text'])] : []));
}

/** The words in code in a heading. */
export function namesIn({ title }: Section): string[] {
  return [...title.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
