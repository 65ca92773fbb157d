import type { Profile } from './profile.ts';

/** Who uses this device, as far as it knows; kept on it, so that a cold start without a network knows them (spec §3). */
export interface Identity {
  readonly userId: string;
  readonly email: string;
  /** Null until it was read once. */
  readonly profile: Profile | null;
  /** ISO 8601. */
  readonly lastVerifiedAt: string;
}

/** A session as machines see it: no token, but a mark by which two tokens are told apart. */
export interface SessionMark {
  readonly userId: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly mark: string;
}

/** What the sign-in refused, or why it could not be asked, as plain data. */
export interface AuthFailure {
  /** The sign-in's own code, or one of: offline, unreachable, missing_credentials, internal. */
  readonly code: string;
  /** Its words, for Show Error. */
  readonly message: string;
  readonly status: number | null;
  /** Why a password is weak. */
  readonly reasons: readonly string[];
  /** Seconds to wait, where it says so. */
  readonly retryAfter: number | null;
}

/** How an order to the sign-in ended. */
export type AuthOutcome<Value = null> = { readonly value: Value } | { readonly failure: AuthFailure };

/** What the client says happened. */
export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY';

/** Credentials: an e-mail address or a phone number, never both. */
export interface Credentials {
  readonly email: string | null;
  readonly phone: string | null;
  readonly password: string;
}

/** Where to sign in: this server itself or a hosted project. */
export interface AuthPlace {
  readonly url: string;
  readonly publishableKey: string;
  readonly isEmbedded: boolean;
}
