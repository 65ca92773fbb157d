import type { SessionEnd } from '#contract/entities/identity';

const sentences: Readonly<Record<SessionEnd, string>> = {
  elsewhere: 'You were logged out from another device, by “Log out everywhere” or a new password.',
  deleted: 'This account was deleted. What it had on this device is gone too.',
  closed: 'This account was closed. Ask the operator of this server.',
  expired: 'Your session has expired.',
  reused: 'You were logged out to protect your account: a copy of your session was used.',
  unknown: 'Your session has ended.',
};

/** How a session ended that the user has not ended here. */
export function endText(end: SessionEnd): string {
  return sentences[end];
}
