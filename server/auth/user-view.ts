import { v5, v7 } from 'uuid';
import type { UserRow } from '../storage/accounts.ts';
import type { Identifier } from './identifiers.ts';

/** The providers that a user can sign in with. */
function providersOf(user: UserRow): string[] {
  const isByMail = user.email !== null;
  return [...(isByMail ? ['email'] : []), ...(user.phone === null ? [] : ['phone'])];
}

/** The user's own metadata, with the addresses and whether they are confirmed. */
export function userMetadataOf(user: UserRow): Record<string, unknown> {
  return {
    ...user.userMetadata,
    ...(user.email === null ? {} : { email: user.email }),
    ...(user.phone === null ? {} : { phone: user.phone }),
    email_verified: user.emailConfirmedAt !== null,
    phone_verified: user.phoneConfirmedAt !== null,
    sub: user.id,
  };
}

/** The metadata that only the server sets. `has_password`, which Supabase does not have, is there where it is false. */
export function appMetadataOf(user: UserRow): { provider: string; providers: string[]; has_password?: false } {
  const providers = providersOf(user);
  const isConfirmed = user.emailConfirmedAt !== null || user.phoneConfirmedAt !== null;
  const needsPassword = isConfirmed && user.passwordHash === null;
  return { provider: providers[0] ?? 'email', providers, ...(needsPassword ? { has_password: false } : {}) };
}

function identitiesOf(user: UserRow): object[] {
  return providersOf(user).map((provider) => ({
    // Derived from the user id: a user has one identity per provider.
    identity_id: v5(provider, user.id),
    id: user.id,
    user_id: user.id,
    identity_data: userMetadataOf(user),
    provider,
    last_sign_in_at: user.lastSignInAt ?? user.createdAt,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    ...(provider === 'email' ? { email: user.email } : {}),
  }));
}

function present(values: Record<string, string | null | undefined>): Record<string, string> {
  const set = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(set);
}

/** A user in the format of the client, without secrets. Fields without a value are left out. */
export function userView(user: UserRow): Record<string, unknown> {
  const { emailConfirmedAt, phoneConfirmedAt } = user;
  const confirmed = [emailConfirmedAt, phoneConfirmedAt].filter((at) => at !== null).sort();
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: emailConfirmedAt,
      phone_confirmed_at: phoneConfirmedAt,
      confirmed_at: confirmed[0],
      confirmation_sent_at: user.confirmationSentAt,
      recovery_sent_at: user.recoverySentAt,
      new_email: user.newEmail,
      email_change_sent_at: user.emailChangeSentAt,
      last_sign_in_at: user.lastSignInAt,
      banned_until: user.bannedUntil,
    }),
    app_metadata: appMetadataOf(user),
    user_metadata: userMetadataOf(user),
    identities: identitiesOf(user),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    is_anonymous: false,
  };
}

/**
 * The user that a sign-up is answered with while it waits to be confirmed: made of the request alone, so that it
 * shows no account. The account gets an id of its own.
 */
export function pendingUser(identifier: Identifier, userMetadata: Record<string, unknown>, now: string): UserRow {
  return {
    id: v7(),
    email: identifier.email ?? null,
    phone: identifier.phone ?? null,
    passwordHash: null,
    emailConfirmedAt: null,
    isEmailUnproven: false,
    phoneConfirmedAt: null,
    confirmationSentAt: now,
    recoverySentAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    isHalfChanged: false,
    lastSignInAt: null,
    bannedUntil: null,
    userMetadata,
    createdAt: now,
    updatedAt: now,
  };
}
