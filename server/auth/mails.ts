import type { MailKind } from '../storage/auth-tables.ts';
import type { Mail } from './mailer.ts';

/** What a mail's link says to the app, and what the mail says to a person. */
const texts: Record<Exclude<MailKind, 'sms'>, { subject: string; why: string; does: string }> = {
  signup: {
    subject: 'Confirm your address for Pitboard',
    why: 'somebody, hopefully you, signed up for Pitboard with this address',
    does: 'confirm it',
  },
  recovery: {
    subject: 'Set a new password for Pitboard',
    why: 'somebody, hopefully you, asked for a new password for Pitboard',
    does: 'set one',
  },
  email_change: {
    subject: 'Confirm your new address for Pitboard',
    why: 'this address is to be the new one of a Pitboard account',
    does: 'confirm it',
  },
  email_change_current: {
    subject: 'Your address at Pitboard is about to change',
    why: 'your Pitboard account is to have another address',
    does: 'agree to it',
  },
  reauthentication: {
    subject: 'Your code for Pitboard',
    why: 'a change of your password has to be confirmed',
    does: 'confirm it',
  },
};

interface MailParts {
  readonly kind: Exclude<MailKind, 'sms'>;
  readonly to: string;
  readonly link: string | null;
  readonly code: string;
}

/** Writes a mail: one link, one code, and what to do when it was somebody else. */
export function mailOf({ kind, to, link, code }: MailParts): Mail {
  const { subject, why, does } = texts[kind];
  const steps =
    link === null ? [`Your code: ${code}`] : [`Follow this link to ${does}:`, link, `Or type this code: ${code}`];
  const text = [
    'Hello,',
    `you get this because ${why}.`,
    ...steps,
    'It works once, for one hour. If it was not you, leave it: nothing changes.',
    'Pitboard',
  ].join('\n\n');
  return { to, subject, text, link, code };
}
