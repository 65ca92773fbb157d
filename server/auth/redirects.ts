const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const ipLiteral = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

/** Converts a glob to an expression: `*` matches anything except `.` and `/`, `**` matches anything. */
function globToExpression(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&');
  const pattern = escaped.replaceAll('**', '\0').replaceAll('*', '[^./]*').replaceAll('\0', '.*');
  return new RegExp(`^${pattern}$`);
}

function isAllowed(address: string, site: string, patterns: readonly RegExp[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  const siteUrl = new URL(site);
  if (ipLiteral.test(url.hostname) && !loopback.test(url.hostname)) return url.origin === siteUrl.origin;
  const isSameHost = url.protocol === siteUrl.protocol && url.hostname === siteUrl.hostname;
  if (isSameHost && (url.port === siteUrl.port || loopback.test(url.hostname))) return true;
  url.hash = '';
  return patterns.some((pattern) => pattern.test(url.href) || pattern.test(url.href.replace(/\/$/, '')));
}

/** Creates the function that decides where the link of a mail leads: the first allowed address, or the site. */
export function createRedirectChooser(site: string, globs: readonly string[]) {
  const patterns = globs.map(globToExpression);
  return (requested: string | undefined, referrer?: string): string => {
    for (const address of [requested, referrer]) {
      if (address !== undefined && address !== '' && isAllowed(address, site, patterns)) return address;
    }
    return site;
  };
}
