/** In a module of its own: pages that nobody logs in on load the other texts of failures. */
export const credentialsMissing = 'You must provide either an email or phone number and a password.';
