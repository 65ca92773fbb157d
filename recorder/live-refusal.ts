import type { Problem } from '#contract/api/problem';

/** Another recorder has the session, or the document is too large: the next connection would be refused as well. */
export function isFatal({ status }: Problem): boolean {
  return status === 409 || status === 413;
}

/** The text of a problem in one line, with every path. */
export function reasonIn({ detail, title, errors = [] }: Problem): string {
  if (errors.length < 2) return detail ?? title ?? 'no reason given';
  return errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}
