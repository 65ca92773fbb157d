/** Whether a link leads to the page at `path` or to one of its parents. */
export function isCurrent(href: string, path: string): boolean {
  return path === href || (href === '/home' && path === '/') || path.startsWith(`${href}/`);
}
