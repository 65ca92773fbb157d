import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ContractComments, type FieldWords } from './contract-comments.ts';

const folder = join(import.meta.dirname, '../../contract/calls');

/** The comments above calls and their parameters. */
export interface CallWords {
  readonly of: (name: string) => { readonly summary: string; readonly parameters: FieldWords };
}

/** Reads the sources of all calls. */
export function readCallWords(): CallWords {
  const comments = new ContractComments();
  const files = readdirSync(folder).map((file) => join(folder, file));
  return {
    of: (name) => {
      const path = files.find((file) => comments.declares(file, name));
      if (path === undefined) throw new Error(`contract/calls has no ${name}`);
      const summary = (comments.wordsOf(path, name) ?? '').replace(/\.$/, '');
      const parts = ['params', 'query'].flatMap((part) => [...comments.fieldsOf(path, name, part)]);
      return { summary, parameters: new Map(parts) };
    },
  };
}
