import type { Env } from '../env.ts';
import type { PasswordRules } from './passwords.ts';

/** How the embedded sign-in behaves. */
export interface AuthOptions {
  /** Where people use the app, and where links lead that may not lead elsewhere. */
  readonly siteUrl: string;
  readonly redirectUrls: readonly string[];
  readonly isSignUpOpen: boolean;
  /** A new address must be confirmed by mail before it can sign in. */
  readonly confirmEmail: boolean;
  /** Off without a way to send texts; `confirmed` takes every number as it is (for tests and closed networks). */
  readonly phone: 'off' | 'sms' | 'confirmed';
  readonly smsHookUrl: string | null;
  readonly password: PasswordRules;
  /** The old address must agree to a new one as well. */
  readonly bothConfirmEmail: boolean;
  /** A password of a session older than a day is changed with a code from a mail alone. */
  readonly reauthenticate: boolean;
  /** A mail's link leads to a page of the app, which asks for a click, or straight to /verify. */
  readonly mailLink: 'page' | 'verify';
  /** In s. */
  readonly tokenLifetime: number;
  readonly reuseInterval: number;
  readonly mailLifetime: number;
  readonly flowLifetime: number;
  /** In s from sign-in, and from the last refresh; null: for ever. */
  readonly sessionLifetime: number | null;
  readonly sessionInactivity: number | null;
}

/** The options that the environment sets, and the defaults of the rest. */
export function authOptionsOf(env: Env): AuthOptions {
  return {
    siteUrl: env.publicUrl,
    redirectUrls: env.auth.redirectUrls,
    isSignUpOpen: env.auth.isSignUpOpen,
    confirmEmail: env.auth.confirmEmail,
    phone: env.auth.smsHookUrl === null ? 'off' : 'sms',
    smsHookUrl: env.auth.smsHookUrl,
    password: { length: 8, characters: [] },
    bothConfirmEmail: true,
    reauthenticate: env.auth.reauthenticate,
    mailLink: env.auth.mailLink,
    tokenLifetime: 3_600,
    reuseInterval: 10,
    mailLifetime: 3_600,
    flowLifetime: 300,
    sessionLifetime: null,
    sessionInactivity: null,
  };
}
