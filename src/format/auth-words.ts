import type { AuthFailure } from '#contract/auth';

/** What a refusal of the sign-in says to a person, and where to go on; null: try again right here. */
export interface AuthWords {
  readonly say: string;
  readonly next: { readonly href: string; readonly word: string } | null;
}

const login = { href: '/login', word: 'Log in' };
const signUp = { href: '/signup', word: 'Sign up' };
const reset = { href: '/resetPassword', word: 'Get a new link' };
const home = { href: '/home', word: 'Go home' };
const again = null;

const gone = 'Your session has ended. Log in again.';
const other = 'This way of signing in is not set up here. Use your e-mail address and password.';
const busy = 'The sign-in is busy. Try again in a moment.';
const unreadable = 'The sign-in did not understand that. Check what you typed.';
const second = 'This account wants a second factor, which Pitboard does not ask for yet.';
const waitAWhile = 'Too many tries. Wait until the time is over, then try again.';

/** Every code that the client knows, and those of our own. */
const words: Readonly<Record<string, readonly [string, AuthWords['next']]>> = {
  offline: ['You are offline. Signing in needs the server.', again],
  unreachable: ['The server did not answer. It may be busy, or your network may be in the way.', again],
  missing_credentials: ['You must provide either an email or phone number and a password.', again],
  internal: ['Something went wrong on this device. Reload the page and try again.', again],
  invalid_credentials: [
    'E-mail address or password is wrong.',
    { href: '/resetPassword', word: 'Forgot the password?' },
  ],
  email_not_confirmed: ['Your address is not confirmed yet. Follow the link of the mail we sent you.', again],
  phone_not_confirmed: ['Your number is not confirmed yet. Type the code we sent you.', again],
  provider_email_needs_verification: ['Your address must be confirmed first. A mail with a link is on its way.', again],
  user_already_exists: ['There is an account with this address already.', login],
  email_exists: ['There is an account with this address already.', again],
  phone_exists: ['There is an account with this number already.', again],
  weak_password: ['This password is too weak.', again],
  same_password: ['That is the password you have already. Choose another one.', again],
  signup_disabled: ['New accounts are closed on this server. Ask its operator.', home],
  user_banned: ['This account is closed. Ask the operator of this server.', home],
  over_request_rate_limit: [waitAWhile, again],
  over_email_send_rate_limit: ['A mail was sent a moment ago. Look into your inbox before you ask for another.', again],
  over_sms_send_rate_limit: ['A text was sent a moment ago. Look at your messages before you ask for another.', again],
  sms_send_failed: ['The text could not be sent. Check the number, or use an e-mail address.', again],
  otp_expired: ['This link has expired or was used before.', reset],
  otp_disabled: ['Codes are not used on this server. Use your password.', login],
  flow_state_not_found: ['This link was opened before, or in another browser than the one that asked for it.', reset],
  flow_state_expired: ['This link is too old.', reset],
  bad_code_verifier: ['This link belongs to another browser. Open it where you asked for it.', reset],
  access_denied: ['This link does not work.', reset],
  AuthPKCECodeVerifierMissingError: ['This link belongs to another browser. Open it where you asked for it.', reset],
  pkce_code_verifier_not_found: ['This link belongs to another browser. Open it where you asked for it.', reset],
  reauthentication_needed: ['Type the code that was mailed to you as well.', again],
  reauthentication_not_valid: ['The code is wrong or too old.', again],
  reauth_nonce_missing: ['Type the code that was mailed to you as well.', again],
  email_address_invalid: ['This is not an address that mail can be sent to.', again],
  email_address_not_authorized: ['This server may not send mail to this address. Use another one.', again],
  validation_failed: [unreadable, again],
  bad_json: [unreadable, again],
  captcha_failed: ['The check that you are a person failed. Try again.', again],
  email_provider_disabled: ['Signing in by e-mail is off on this server.', home],
  phone_provider_disabled: ['Signing in by phone is off on this server. Use an e-mail address.', again],
  anonymous_provider_disabled: ['Type an e-mail address and a password.', again],
  provider_disabled: [other, again],
  oauth_provider_not_supported: [other, again],
  bad_oauth_state: [other, login],
  bad_oauth_callback: [other, login],
  unexpected_audience: [gone, login],
  bad_jwt: [gone, login],
  no_authorization: [gone, login],
  session_not_found: [gone, login],
  session_expired: [gone, login],
  AuthSessionMissingError: [gone, login],
  refresh_token_not_found: [gone, login],
  refresh_token_already_used: [gone, login],
  user_not_found: ['This account is gone.', signUp],
  not_admin: ['This is not yours to change.', again],
  invite_not_found: ['This invitation has expired or was used before.', signUp],
  conflict: ['Two changes met. Try again.', again],
  request_timeout: [busy, again],
  unexpected_failure: [busy, again],
  hook_timeout: [busy, again],
  hook_timeout_after_retry: [busy, again],
  hook_payload_over_size_limit: [busy, again],
  hook_payload_invalid_content_type: [busy, again],
  user_sso_managed: ['This account belongs to an organisation, which manages it.', again],
  manual_linking_disabled: [other, again],
  identity_already_exists: ['This is linked to an account already.', again],
  identity_not_found: [other, again],
  single_identity_not_deletable: ['An account needs one way to sign in.', again],
  email_conflict_identity_not_deletable: ['Another account has this address.', again],
  saml_provider_disabled: [other, login],
  saml_relay_state_not_found: [other, login],
  saml_relay_state_expired: [other, login],
  saml_idp_not_found: [other, login],
  saml_assertion_no_user_id: [other, login],
  saml_assertion_no_email: [other, login],
  saml_metadata_fetch_failed: [other, login],
  saml_idp_already_exists: [other, login],
  saml_entity_id_mismatch: [other, login],
  sso_provider_not_found: [other, login],
  sso_domain_already_exists: [other, login],
  insufficient_aal: [second, home],
  mfa_challenge_expired: [second, login],
  mfa_factor_name_conflict: [second, home],
  mfa_factor_not_found: [second, home],
  mfa_ip_address_mismatch: [second, login],
  mfa_verification_failed: [second, login],
  mfa_verification_rejected: [second, login],
  mfa_phone_enroll_not_enabled: [second, home],
  mfa_phone_verify_not_enabled: [second, home],
  mfa_totp_enroll_not_enabled: [second, home],
  mfa_totp_verify_not_enabled: [second, home],
  mfa_webauthn_enroll_not_enabled: [second, home],
  mfa_webauthn_verify_not_enabled: [second, home],
  mfa_verified_factor_exists: [second, home],
  too_many_enrolled_mfa_factors: [second, home],
  '23505': ['This name is taken.', again],
  '23514': ['A name has 3 to 30 letters, digits, _, - and . alone.', again],
};

const weaknesses: Readonly<Record<string, string>> = {
  length: 'It needs at least 8 characters.',
  characters: 'It needs other kinds of characters as well.',
  pwned: 'It is on a list of passwords that were stolen elsewhere.',
};

/** Puts a refusal into words; what nobody has heard of is the generic text of spec §8. */
export function authWords({ code, message, reasons }: AuthFailure): AuthWords {
  // The API's own refusals are written for people.
  if (code === 'refused') return { say: message, next: again };
  const [say, next] = words[code] ?? ['Something went wrong!', again];
  const why = reasons.map((reason) => weaknesses[reason]).filter((reason) => reason !== undefined);
  return { say: [say, ...why].join(' '), next };
}
