const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const ipLiteral = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

/** A listed pattern as an expression: `*` stops at `.` and `/`, `**` at nothing. */
function patternOf(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&');
  const open = escaped.replaceAll('**', '\0').replaceAll('*', '[^./]*').replaceAll('\0', '.*');
  return new RegExp(`^${open}$`);
}

function isAllowed(address: string, site: string, listed: readonly RegExp[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  if (ipLiteral.test(url.hostname) && !loopback.test(url.hostname)) return url.origin === new URL(site).origin;
  const home = new URL(site);
  const isHome = url.protocol === home.protocol && url.hostname === home.hostname;
  if (isHome && (url.port === home.port || loopback.test(url.hostname))) return true;
  url.hash = '';
  return listed.some((pattern) => pattern.test(url.href) || pattern.test(url.href.replace(/\/$/, '')));
}

/** Decides where a link of a mail may lead to; an address that is not listed is never reflected. */
export function redirects(site: string, globs: readonly string[]) {
  const listed = globs.map(patternOf);
  return (asked: string | undefined, referrer?: string): string => {
    for (const address of [asked, referrer]) {
      if (address !== undefined && address !== '' && isAllowed(address, site, listed)) return address;
    }
    return site;
  };
}
