import { findUser } from '../storage/accounts.ts';
import { type AuthContext, currentInstant } from './context.ts';
import type { Delivered } from './mailer.ts';

/** A change of an account that its owner is told by mail, in case somebody else made it. */
export type AccountChange =
  | { readonly kind: 'password' }
  | { readonly kind: 'email'; readonly from: string; readonly to: string }
  | { readonly kind: 'token' | 'recorder'; readonly name: string };

interface NoticeText {
  readonly subject: string;
  readonly what: string;
}

function describe(change: AccountChange): NoticeText {
  switch (change.kind) {
    case 'password':
      return {
        subject: 'Your password at Pitboard was changed',
        what: 'The password of your Pitboard account was changed. All other devices were logged out',
      };
    case 'email':
      return {
        subject: 'Your e-mail address at Pitboard was changed',
        what: `The e-mail address of your Pitboard account was changed from ${change.from} to ${change.to}`,
      };
    case 'token':
      return {
        subject: 'A token was created for your Pitboard account',
        what: `A token was created for your Pitboard account, for a program named "${change.name}"`,
      };
    case 'recorder':
      return {
        subject: 'A recorder was connected to your Pitboard account',
        what: `A recorder named "${change.name}" was connected to your Pitboard account`,
      };
  }
}

/** The way back for somebody whose account was changed by another person. */
function wayBack({ options }: AuthContext, change: AccountChange, to: string): string[] {
  if (change.kind === 'email' && to === change.from)
    return [
      'This address can no longer be used to log in or to set a new password. If this was not you, write to the operator of this server at once:',
      `${options.siteUrl}/impressum`,
    ];
  return [
    'If this was not you, set a new password at once, and end all recorders and tokens with it:',
    `${options.siteUrl}/resetPassword`,
  ];
}

/** Mails the owner of an account what was changed, unless the address gets too many. */
export async function sendNotice(context: AuthContext, to: string | null, change: AccountChange): Promise<void> {
  if (to === null || !context.mailer.isAvailable) return;
  if (!(await context.limits.claimMessage({ kind: `notice ${change.kind}`, to, isSent: true, share: 'members' }))) {
    context.audit('notice held back, its recipient got too many', null);
    return;
  }
  const { subject, what } = describe(change);
  const at = `${currentInstant(context).slice(0, 16).replace('T', ' ')} UTC`;
  const text = [
    'Hello,',
    `${what}, on ${at}.`,
    'If this was you, there is nothing to do.',
    ...wayBack(context, change, to),
    'Pitboard',
  ].join('\n\n');
  context.mailer.send({ to, subject, text, link: null, code: '' });
}

/** Mails both addresses of an account that its address was changed. */
export async function sendAddressNotices(
  context: AuthContext,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<void> {
  if (from === null || to === null) return;
  for (const address of [from, to]) await sendNotice(context, address, { kind: 'email', from, to });
}

/** Mails a user that something was connected to their account. */
export async function sendNoticeToUser(context: AuthContext, userId: string, change: AccountChange): Promise<void> {
  const user = await findUser(context.storage.database, userId);
  if (user !== null) await sendNotice(context, user.email, change);
}

/** Mails a user a notice that they have chosen to get by mail, unless their address gets too many. */
export async function mailNotice(
  context: AuthContext,
  userId: string,
  { subject, lines, link }: { readonly subject: string; readonly lines: readonly string[]; readonly link: string },
): Promise<Delivered> {
  const to = (await findUser(context.storage.database, userId))?.email ?? null;
  if (to === null) return { kind: 'notSent', code: 'The account has no e-mail address.' };
  if (!(await context.limits.claimMessage({ kind: `notice ${subject}`, to, isSent: true, share: 'members' })))
    return { kind: 'notSent', code: 'This server has sent too many e-mails in the last hour.' };
  return context.mailer.deliver({ to, subject, text: ['Hello,', ...lines, 'Pitboard'].join('\n\n'), link, code: '' });
}
