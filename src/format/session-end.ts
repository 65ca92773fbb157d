import type { SessionEnd } from '#contract/entities/identity';

const sentences: Readonly<Record<SessionEnd, string>> = {
  elsewhere: 'You were logged out from another device, by “Log out everywhere” or a new password.',
  deleted: 'This account was deleted. What it had on this device is gone too.',
  closed: 'This account was blocked by the operator of this server. Write to them if you do not know why.',
  expired: 'Your session has expired.',
  reused: 'You were logged out to protect your account: a copy of your session was used.',
  unknown: 'Your session has ended.',
};

/** How a session ended that the user has not ended here. */
export function endText(end: SessionEnd): string {
  return sentences[end];
}
