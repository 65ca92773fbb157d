import { join } from 'node:path';
import { type Block, findBlocks } from './blocks.ts';

const blocks = findBlocks(join(import.meta.dirname, '../..'));
const claimed = new Set<Block>();

/** The text of the one block that has a text, as it stands in the file. A test that asks for it runs it. */
export function block(part: string): string {
  const found = blocks.filter(({ text }) => text.includes(part));
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} blocks have “${part}”`);
  if (first.reason !== null) throw new Error(`${first.place}: a block that is marked as not run has a test`);
  claimed.add(first);
  return first.text;
}

/** The blocks that no test has asked for and that give no reason. */
export function blocksWithoutTest(): string[] {
  return blocks
    .filter((one) => one.reason === null && !claimed.has(one))
    .map(({ place, text }) => `${place}: ${text.split('\n')[0]}`);
}

/** The blocks that no test runs, with the reason. */
export function blocksNotRun(): string[] {
  return blocks.flatMap(({ place, text, reason }) =>
    reason === null ? [] : [`${place}: ${text.split('\n')[0]} (${reason})`],
  );
}
