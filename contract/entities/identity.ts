import type { Profile } from './profile.ts';

/** The user of this device; stored on it for a start without a network. */
export interface Identity {
  readonly userId: string;
  readonly email: string;
  /** Null until it was found once. */
  readonly profile: Profile | null;
  /** ISO 8601. */
  readonly lastVerifiedAt: string;
}

/** A session without its tokens. */
export interface SessionInfo {
  readonly userId: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Distinguishes access tokens. */
  readonly fingerprint: string;
}

/** Events of the auth client; SESSION_UNAVAILABLE: a session is stored, and could not be refreshed for now. */
export type AuthEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'SESSION_UNAVAILABLE';

/** A change of the session; `at` is the server's time as ISO 8601. */
export interface SessionChange {
  readonly event: AuthEvent;
  readonly session: SessionInfo | null;
  readonly at: string;
}

/**
 * Why a session ended although the user did not sign out here.
 * - `elsewhere`: by a sign-out of all devices, or by a new password
 * - `deleted`: with the account
 * - `closed`: the operator has closed the account
 * - `expired`: it was too old, not used for too long, or signed by a key that the operator has replaced
 * - `reused`: an old token of it was used, as by a thief
 */
export const sessionEnds = ['elsewhere', 'deleted', 'closed', 'expired', 'reused', 'unknown'] as const;

export type SessionEnd = (typeof sessionEnds)[number];

/** An e-mail address or a phone number, never both, and a password. */
export interface Credentials {
  readonly email: string | null;
  readonly phone: string | null;
  readonly password: string;
}

/** Where the auth service is: this server itself, or a hosted project. */
export interface AuthEndpoint {
  readonly url: string;
  readonly publishableKey: string;
  readonly isEmbedded: boolean;
}
