// openapi-typescript is written for the compiler's API of TypeScript 6, which version 7 does not have.
import { register } from 'node:module';
import { ts } from '@ts-morph/common';

const hook = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? ${JSON.stringify(import.meta.url)} : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

export default ts;
