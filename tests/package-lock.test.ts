import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Locked {
  readonly integrity?: string;
  /** It comes in the package of another one. */
  readonly inBundle?: boolean;
  readonly engines?: { readonly node?: string };
}

const lock = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('every package is installed with the content that was locked, on every platform', () => {
  expect(installed.filter(([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true)).toEqual([]);
});

/** Whether a range of versions admits Node 20.19, as far as ranges of engines are written. */
const admits = (range: string): boolean =>
  range.split('||').some((part) => {
    const [, operator = '', major = '0', minor = '0'] = /^\s*(>=|\^|~|>)?\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? [];
    const isAbove = Number(major) < 20 || (Number(major) === 20 && Number(minor) <= 19);
    return operator.startsWith('>') ? isAbove : /\*/.test(part) || (Number(major) === 20 && isAbove);
  });

test('npm warns of no package on Node 20.19', () => {
  const refused = installed.filter(([, { engines }]) => engines?.node !== undefined && !admits(engines.node));
  expect(refused.map(([path, { engines }]) => `${path} ${engines?.node}`)).toEqual([]);
});
