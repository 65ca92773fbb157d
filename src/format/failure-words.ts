import type { Failure } from '#contract/api/problem';
import { credentialsMissing } from './credentials-missing.ts';
import { causeOf, causeText } from './network-words.ts';

/** A failure in words, and a link that helps; null: the same form may be submitted again. */
export interface FailureWords {
  readonly text: string;
  readonly link: { readonly href: string; readonly label: string } | null;
}

const login = { href: '/login', label: 'Log in' };
const signUp = { href: '/signup', label: 'Sign up' };
const reset = { href: '/resetPassword', label: 'Get a new link' };
const home = { href: '/home', label: 'Go home' };
const again = null;

const gone = 'Your session has ended. Log in again.';
const other = 'This way to log in is not set up here. Use your e-mail address and password.';
const busy = 'The server is busy. Try again in a moment.';
const unreadable = 'The server did not accept this. Check what you typed.';
const second = 'This account needs a second factor, which Pitboard does not support yet.';
const perhaps = 'It may have done this all the same; trying again does no harm.';
const before = 'An earlier try had no answer: the server may have done it then.';
const stopped = 'You stopped waiting. The server may have done it all the same; trying again does no harm.';
const notLoaded = 'A part of Pitboard could not be loaded, and nothing was sent. Reload the page, then try again.';
const waitAWhile = 'Too many attempts. Wait, then try again.';

/** Every code of the client, and our own codes. */
const words: Readonly<Record<string, readonly [string, FailureWords['link']]>> = {
  missing_credentials: [credentialsMissing, again],
  invalid_credentials: [
    'E-mail address or password is wrong.',
    { href: '/resetPassword', label: 'Forgot the password?' },
  ],
  email_not_confirmed: ['Your address is not confirmed yet. Open the link in the e-mail we sent you.', again],
  phone_not_confirmed: ['Your number is not confirmed yet. Enter the code we sent you.', again],
  provider_email_needs_verification: ['Confirm your address first. An e-mail with a link is on its way.', again],
  user_already_exists: ['An account with this address already exists.', login],
  email_exists: ['An account with this address already exists.', again],
  phone_exists: ['An account with this number already exists.', again],
  weak_password: ['This password is too weak.', again],
  same_password: ['That is your present password. Choose another one.', again],
  signup_disabled: ['New accounts are closed on this server. Ask its operator.', home],
  invite_invalid: ['This invitation has expired, or was used. Ask for another one.', home],
  user_banned: ['This account is blocked by the operator of this server. Write to them if you do not know why.', home],
  over_request_rate_limit: [waitAWhile, again],
  over_email_send_rate_limit: ['An e-mail was sent a moment ago. Check your inbox before you ask for another.', again],
  over_sms_send_rate_limit: [
    'A text message was sent a moment ago. Check your messages before you ask for another.',
    again,
  ],
  sms_send_failed: ['The text message could not be sent. Check the number, or use an e-mail address.', again],
  otp_expired: ['This link has expired or was used before.', reset],
  otp_disabled: ['This server does not use codes. Log in with your password.', login],
  flow_state_not_found: ['This link was opened before, or in another browser than the one that asked for it.', reset],
  flow_state_expired: ['This link is too old.', reset],
  bad_code_verifier: ['This link belongs to another browser. Open it where you asked for it.', reset],
  access_denied: ['This link does not work.', reset],
  AuthPKCECodeVerifierMissingError: ['This link belongs to another browser. Open it where you asked for it.', reset],
  pkce_code_verifier_not_found: ['This link belongs to another browser. Open it where you asked for it.', reset],
  reauthentication_needed: ['You logged in a while ago. Enter your password as well.', again],
  reauthentication_not_valid: ['The code is wrong or too old.', again],
  reauth_nonce_missing: ['Enter the code from the e-mail as well.', again],
  email_address_invalid: ['E-mail cannot be sent to this address.', again],
  email_address_not_authorized: ['This server may not send e-mail to this address. Use another one.', again],
  validation_failed: [unreadable, again],
  bad_json: [unreadable, again],
  captcha_failed: ['The check for bots failed. Try again.', again],
  email_provider_disabled: ['Logging in by e-mail is turned off on this server.', home],
  phone_provider_disabled: ['Logging in by phone is turned off on this server. Use an e-mail address.', again],
  anonymous_provider_disabled: ['Enter an e-mail address and a password.', again],
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
  user_not_found: ['This account no longer exists.', signUp],
  not_admin: ['You may not change this.', again],
  invite_not_found: ['This invitation has expired or was used before.', signUp],
  conflict: ['Two changes were made at once. Try again.', again],
  request_timeout: [busy, again],
  unexpected_failure: [busy, again],
  hook_timeout: [busy, again],
  hook_timeout_after_retry: [busy, again],
  hook_payload_over_size_limit: [busy, again],
  hook_payload_invalid_content_type: [busy, again],
  user_sso_managed: ['This account belongs to an organisation, which manages it.', again],
  manual_linking_disabled: [other, again],
  identity_already_exists: ['This is already linked to an account.', again],
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
  '23514': ['Use 3 to 30 letters, digits, _, - and .', again],
};

const weaknesses = new Map([
  ['length', 'It needs at least 8 characters.'],
  ['characters', 'It needs other kinds of characters as well.'],
  ['pwned', 'It is on a list of stolen passwords.'],
]);

/** The form field for each error code of the auth service. */
const fields = new Map([
  ['23505', 'username'],
  ['23514', 'username'],
  ['weak_password', 'password'],
  ['same_password', 'password'],
  ['reauthentication_needed', 'proof'],
  ['email_exists', 'email'],
  ['email_address_invalid', 'email'],
  ['email_address_not_authorized', 'email'],
]);

/** Puts a failure into words. `outcome`: what it means for a form that stores nothing, such as that of logging in. */
export function failureWords(failure: Failure, outcome: string | null = null): FailureWords {
  const said = wordsOf(failure, outcome);
  return failure.isAfterUnanswered === true ? { ...said, text: `${said.text} ${before}` } : said;
}

function wordsOf(failure: Failure, outcome: string | null): FailureWords {
  const { kind, code, problem, reasons, status } = failure;
  if (kind === 'aborted') return { text: outcome === null ? stopped : `You stopped waiting. ${outcome}`, link: again };
  if (kind === 'outdated') return { text: notLoaded, link: again };
  const cause = causeOf('online', failure);
  if (cause !== null) {
    const usual = cause === 'unreachable' ? perhaps : 'Nothing was saved.';
    return { text: `${causeText(cause)}. ${outcome ?? usual}`, link: again };
  }
  const isOfApi = kind === 'problem' && code === null;
  if (status === 429 && isOfApi) return { text: waitAWhile, link: again };
  if (status === 401 && isOfApi) return { text: gone, link: login };
  // The API's own refusals are written for people.
  if (isOfApi || (status === 507 && problem !== null)) return { text: problem?.detail ?? failure.message, link: again };
  const [text, link] = Object.hasOwn(words, code ?? '') ? (words[code ?? ''] ?? unknown) : unknown;
  const why = reasons.flatMap((reason) => weaknesses.get(reason) ?? []);
  return { text: [text, ...why].join(' '), link };
}

const unknown = ['Something went wrong!', again] as const;

export function fieldErrorOf(failure: Failure | null, field: string): string | null {
  if (failure === null) return null;
  const error = failure.fieldErrors.find(({ path }) => path === field);
  if (error !== undefined) return `This ${error.message}.`;
  return fields.get(failure.code ?? '') === field ? failureWords(failure).text : null;
}
