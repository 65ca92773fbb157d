import type { UserRow } from '../storage/accounts.ts';
import { invalid } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { appMetadataOf, userMetadataOf } from './user-view.ts';

/** In bytes: servers and proxies take headers of 8 kB, in which a token is not alone. */
const maxToken = 6_000;
/** The header, the signature and the common claims of all tokens, encoded. */
const rest = 700;

/** The claims of a user. */
function claimsOf(user: UserRow) {
  return {
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: appMetadataOf(user),
    user_metadata: userMetadataOf(user),
  };
}

/**
 * The claims of a user for a token. Releases before stored more than fits: such a user gets a token without the metadata,
 * because no server would take the other one, not even to sign out or to delete the account.
 */
export function fittingClaimsOf(context: AuthContext, user: UserRow) {
  return isSmall(context, user) ? claimsOf(user) : claimsOf({ ...user, userMetadata: {} });
}

/** @throws AuthError 400 when the tokens of a user would be too large. */
export function requireSmallToken(context: AuthContext, user: UserRow): void {
  // An address that is about to be confirmed has to fit as well.
  const changed = user.newEmail === null ? user : { ...user, email: user.newEmail };
  if (isSmall(context, user) && isSmall(context, changed)) return;
  throw invalid('data is too large: with the address it would make a token of more than 6 kB');
}

function isSmall({ issuer }: AuthContext, user: UserRow): boolean {
  const bytes = Buffer.byteLength(JSON.stringify({ ...claimsOf(user), iss: issuer }));
  return rest + Math.ceil((bytes * 4) / 3) <= maxToken;
}
