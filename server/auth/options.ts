import type { Env } from '../settings/env.ts';
import type { PasswordRules } from './passwords.ts';

/** The options of the embedded sign-in. */
export interface AuthOptions {
  /** The address of the app, and of links whose own address is not allowed. */
  readonly siteUrl: string;
  readonly redirectUrls: readonly string[];
  readonly isSignUpOpen: boolean;
  /** A sign-up needs an invitation. */
  readonly isInviteOnly: boolean;
  /** A new e-mail address must be confirmed before it can sign in. */
  readonly confirmEmail: boolean;
  /** `off` without an SMS hook. `confirmed` accepts numbers without confirmation, for tests and closed networks. */
  readonly phone: 'off' | 'sms' | 'confirmed';
  readonly smsHookUrl: string | null;
  readonly password: PasswordRules;
  /** A change of the e-mail address must be confirmed at the old address too. */
  readonly bothConfirmEmail: boolean;
  /** A link leads to a page of the app, where the user confirms with a click, or directly to /verify. */
  readonly mailLink: 'page' | 'verify';
  /** Lifetimes in s. */
  readonly tokenLifetime: number;
  /** How long after its rotation a refresh token still gets the active one. */
  readonly reuseInterval: number;
  readonly mailLifetime: number;
  readonly flowLifetime: number;
  /** In s since the sign-in, and since the last refresh; null for no limit. */
  readonly loginLifetime: number | null;
  readonly loginInactivity: number | null;
}

/** The options of the environment, with defaults for all others. */
export function authOptionsOf(env: Env): AuthOptions {
  return {
    siteUrl: env.publicUrl,
    redirectUrls: env.auth.redirectUrls,
    isSignUpOpen: env.auth.isSignUpOpen,
    isInviteOnly: env.auth.isInviteOnly,
    confirmEmail: env.auth.confirmEmail,
    phone: env.auth.smsHookUrl === null ? 'off' : 'sms',
    smsHookUrl: env.auth.smsHookUrl,
    password: { length: 8, characters: [] },
    bothConfirmEmail: true,
    mailLink: env.auth.mailLink,
    tokenLifetime: 3_600,
    reuseInterval: 10,
    mailLifetime: 3_600,
    flowLifetime: 300,
    loginLifetime: null,
    loginInactivity: null,
  };
}
