/** The content of a mail's link, from the address of the page. */
export type AuthLink =
  | { readonly kind: 'hash'; readonly token: string; readonly type: LinkType }
  | { readonly kind: 'tokens'; readonly access: string; readonly refresh: string; readonly type: LinkType }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** The confirmation of a mail's link. */
export interface LinkToken {
  readonly token: string;
  readonly type: LinkType;
}

export type LinkType = 'signup' | 'recovery' | 'email_change' | 'email' | 'invite' | 'magiclink';

const types: readonly string[] = ['signup', 'recovery', 'email_change', 'email', 'invite', 'magiclink'];

function typeOf(text: string | null): LinkType {
  return types.includes(text ?? '') ? (text as LinkType) : 'magiclink';
}

/** Reads a link in any of its forms: a token to be confirmed by a click, tokens in the fragment, a code, an error. */
export function authLinkOf(address: string): AuthLink | null {
  const { searchParams: query, hash } = new URL(address);
  const fragment = new URLSearchParams(hash.slice(1));
  const parameter = (name: string) => fragment.get(name) ?? query.get(name);
  if (parameter('error') !== null || parameter('error_code') !== null) {
    const message = parameter('error_description') ?? parameter('error') ?? '';
    return { kind: 'error', code: parameter('error_code') ?? parameter('error') ?? 'unknown', message };
  }
  const [access, refresh] = [fragment.get('access_token'), fragment.get('refresh_token')];
  if (access !== null && refresh !== null)
    return { kind: 'tokens', access, refresh, type: typeOf(fragment.get('type')) };
  const token = query.get('token_hash');
  if (token !== null) return { kind: 'hash', token, type: typeOf(query.get('type')) };
  const code = query.get('code');
  if (code !== null) return { kind: 'code', code };
  const message = fragment.get('message');
  return message === null ? null : { kind: 'message', message };
}

/** The same address without the parameters of the link; others stay. */
export function withoutAuthLink(address: string): string {
  const url = new URL(address);
  for (const name of ['error', 'error_code', 'error_description', 'token_hash', 'type', 'code', 'sb'])
    url.searchParams.delete(name);
  if (/(^#|&)(access_token|refresh_token|error|error_code|message|sb)=/.test(url.hash)) url.hash = '';
  return url.pathname + url.search + url.hash;
}
