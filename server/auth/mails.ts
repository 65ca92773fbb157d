import type { MailKind } from '../storage/auth-tables.ts';
import type { Mail } from './mailer.ts';

type WrittenKind = Exclude<MailKind, 'sms'>;

/** `reason` completes "You get this e-mail because …", `action` completes "Follow this link to …". */
const texts: Record<WrittenKind, { subject: string; reason: string; action: string }> = {
  signup: {
    subject: 'Confirm your e-mail address for Pitboard',
    reason: 'somebody, hopefully you, signed up for Pitboard with this address',
    action: 'confirm it',
  },
  recovery: {
    subject: 'Set a new password for Pitboard',
    reason: 'somebody, hopefully you, asked for a new password for Pitboard',
    action: 'set one',
  },
  email_change: {
    subject: 'Confirm your new e-mail address for Pitboard',
    reason: 'somebody, hopefully you, entered this address as the new one of a Pitboard account',
    action: 'confirm it',
  },
  email_change_current: {
    subject: 'Your e-mail address at Pitboard is about to change',
    reason: 'somebody, hopefully you, asked to change the address of your Pitboard account',
    action: 'agree to the change',
  },
  reauthentication: {
    subject: 'Your code for Pitboard',
    reason: 'a change of your password must be confirmed',
    action: 'confirm it',
  },
};

interface MailContent {
  readonly kind: WrittenKind;
  readonly to: string;
  readonly link: string | null;
  readonly code: string;
}

/** Writes a mail with a link, a code, and advice for an unsuspecting recipient. */
export function writeMail({ kind, to, link, code }: MailContent): Mail {
  const { subject, reason, action } = texts[kind];
  const steps = link === null ? [`Your code: ${code}`] : [`Follow this link to ${action}:`, link];
  const text = [
    'Hello,',
    `You get this e-mail because ${reason}.`,
    ...steps,
    'It works once, for one hour. If this was not you, ignore this e-mail: nothing changes.',
    'Pitboard',
  ].join('\n\n');
  return { to, subject, text, link, code };
}
