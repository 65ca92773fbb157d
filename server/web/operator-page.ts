import { colours } from '#contract/colours/colours';
import type { findUsers } from '../domain/operator.ts';
import { escapeHtml } from './page-html.ts';

type ListedUser = Awaited<ReturnType<typeof findUsers>>[number];

/** The content of the operator's page. Instants are ISO 8601. */
export interface OperatorView {
  /** The state of the server in words, by part. */
  readonly parts: readonly (readonly [name: string, value: string, isFault?: boolean])[];
  readonly canMail: boolean;
  readonly signUp: 'open' | 'closed' | 'invite';
  /** Null, as the users: the database does not answer. */
  readonly invites: readonly { readonly id: string; readonly expiresAt: string }[] | null;
  readonly search: string;
  readonly users: readonly ListedUser[] | null;
  /** The last action, or the reason why it failed. */
  readonly done: string | null;
  readonly fault: string | null;
  /** Shown once. */
  readonly inviteLink: string | null;
}

export const operatorStyle = `
:root { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: ${colours.bg}; color: ${colours.text}; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: ${colours.text} } h1 { margin: 0; font-size: 26px } h2 { margin: 0; font-size: 17px }
p { margin: 0 } .mute { color: ${colours.mute} } .small { font-size: 14px } .fault { color: ${colours.amber} }
main, section, form, .user { display: grid; gap: .75rem } main { gap: 1.5rem; padding: 1.5rem 0 } form { gap: .5rem }
section { padding: 1rem; border: 1px solid ${colours.line}; border-radius: 8px; background: ${colours.panel}; align-content: start }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem }
dl { margin: 0; display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr } dt, dd { margin: 0; padding: .375rem 0; border-top: 1px solid ${colours.hair}; min-width: 0 }
dt { color: ${colours.mute}; padding-right: 1rem } ul { list-style: none; margin: 0; padding: 0 } li { border-top: 1px solid ${colours.hair}; padding: .75rem 0 }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end } .between { justify-content: space-between; align-items: center }
label { display: grid; gap: .25rem; font-size: 14px; color: ${colours.mute}; flex: 1 1 12rem; max-width: 28rem }
input { min-height: 44px; padding: 0 .75rem; border: 1px solid ${colours.line}; border-radius: 6px; background: ${colours.raised}; color: ${colours.text}; font: inherit; width: 100% }
button { min-height: 44px; padding: 0 1rem; border: 1px solid ${colours.line}; border-radius: 6px; background: ${colours.raised}; color: ${colours.text}; font: inherit; font-weight: 650; cursor: pointer }
button.main { background: ${colours.redfill}; border-color: ${colours.redfill}; color: ${colours.white} } button.danger { color: ${colours.red} }
summary { min-height: 44px; padding: .625rem 0; cursor: pointer; color: ${colours.red} } summary, button, input, a { outline-offset: 2px }
:focus-visible { outline: 2px solid ${colours.favourite} } code { font: 14px/1.5 ui-monospace, monospace; user-select: all }
@media (min-width: 900px) { .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; align-items: start } .pair > div { display: grid; gap: 1.5rem } }
@media (max-width: 899px) { .pair, .pair > div { display: grid; gap: 1.5rem } }
`;

function page(body: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="dark"><title>Operator · Pitboard</title>',
    `<link rel="stylesheet" href="/operator/style.css"></head><body>${body}</body></html>`,
  ].join('');
}

const faultText = (fault: string | null) =>
  fault === null ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`;

/** The form that asks for the token; `fault` says why it asks again. */
export function renderOperatorLogin(fault: string | null): string {
  return page(
    [
      '<p><a href="/home">Pitboard</a></p><main><h1>Operator</h1><section>',
      '<p class="mute">The token is OPERATOR_TOKEN, or the one that the server printed when it started.</p>',
      faultText(fault),
      '<form method="post" action="/operator/login">',
      '<label>Token<input name="token" type="password" required autofocus autocomplete="current-password"></label>',
      '<p><button class="main">Log in</button></p></form></section></main>',
    ].join(''),
  );
}

const instant = (text: string) => text.slice(0, 16).replace('T', ' ');

function renderPart([name, value, isFault = false]: OperatorView['parts'][number]): string {
  return `<dt>${escapeHtml(name)}</dt><dd${isFault ? ' class="fault"' : ''}>${escapeHtml(value)}</dd>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

function renderUser({ id, ...user }: ListedUser, search: string): string {
  const name = user.name ?? 'No name yet';
  const facts = [
    user.login,
    `since ${instant(user.createdAt)}`,
    user.lastSignInAt === null ? null : `logged in ${instant(user.lastSignInAt)}`,
    `${user.sessions} ${user.sessions === 1 ? 'session' : 'sessions'}, ${(user.bytes / 1e6).toFixed(1)} MB`,
  ].filter((fact) => fact !== null);
  const blocked = user.blockedAt === null ? '' : ` <span class="fault">blocked ${instant(user.blockedAt)}</span>`;
  const action = user.blockedAt === null ? 'block' : 'unblock';
  return [
    `<li class="user"><div class="row between"><div><p><bdi>${escapeHtml(name)}</bdi>${blocked}</p>`,
    `<p class="small mute">${facts.map((fact) => escapeHtml(fact)).join(' · ')}</p><p class="small mute"><code>${id}</code></p></div>`,
    `<form method="post" action="/operator/users">${hidden('id', id)}${hidden('q', search)}`,
    `<button name="action" value="${action}" aria-label="${action === 'block' ? 'Block' : 'Unblock'} ${escapeHtml(name)}">`,
    `${action === 'block' ? 'Block' : 'Unblock'}</button></form></div>`,
    `<details><summary aria-label="Delete ${escapeHtml(name)}">Delete</summary><form method="post" action="/operator/users">${hidden('id', id)}${hidden('q', search)}`,
    '<p class="small mute">The account, its leagues, seasons and sessions are deleted for good, also from seasons of others.</p>',
    `<p><button class="danger" name="action" value="delete">Delete <bdi>${escapeHtml(name)}</bdi></button></p></form></details></li>`,
  ].join('');
}

function renderInvites({ signUp, invites, inviteLink }: OperatorView): string {
  const words = {
    open: 'Anybody can sign up. With SIGN_UP=invite only people with an invitation can.',
    closed: 'Nobody can sign up: SIGN_UP is off. With SIGN_UP=invite people with an invitation can.',
    invite: 'People sign up with an invitation: a link for one account.',
  }[signUp];
  if (signUp !== 'invite') return `<p class="mute">${words}</p>`;
  if (invites === null) return `<p class="fault">The database does not answer: invitations are not shown.</p>`;
  const items = invites.map(
    ({ id, expiresAt }) =>
      `<li class="row between"><span>Until ${instant(expiresAt)}</span><form method="post" action="/operator/invites/revoke">${hidden('id', id)}<button>Revoke</button></form></li>`,
  );
  return [
    `<p class="mute">${words}</p>`,
    inviteLink === null
      ? ''
      : `<p role="status">Send this link to one person. It is shown once.</p><p><code>${escapeHtml(inviteLink)}</code></p>`,
    items.length === 0 ? '<p class="mute">No invitation is open.</p>' : `<ul>${items.join('')}</ul>`,
    '<form class="row" method="post" action="/operator/invites"><label>Valid for days<input name="days" type="number" min="1" max="90" value="7" required></label><button>Create an invitation</button></form>',
  ].join('');
}

function renderUsers(users: OperatorView['users'], search: string): string {
  if (users === null) return '<p class="fault">The database does not answer: users are not shown.</p>';
  if (users.length === 0) return '<p class="mute">Nobody was found.</p>';
  const more = users.length < 50 ? '' : '<p class="small mute">The newest 50 are shown: search for others.</p>';
  return `<ul>${users.map((user) => renderUser(user, search)).join('')}</ul>${more}`;
}

/** The page of the operator, without a script. */
export function renderOperatorPage(view: OperatorView): string {
  const { parts, canMail, search, users, done, fault } = view;
  return page(
    [
      '<header><p><a href="/home">Pitboard</a></p><form method="post" action="/operator/logout"><button>Log out</button></form></header>',
      `<main><h1>Operator</h1>${done === null ? '' : `<p role="status">${escapeHtml(done)}</p>`}${faultText(fault)}<div class="pair"><div>`,
      `<section><h2>Server</h2><dl>${parts.map(renderPart).join('')}</dl></section>`,
      '</div><div><section><h2>Mail</h2>',
      canMail
        ? '<form class="row" method="post" action="/operator/mail"><label>Send a test mail to<input name="to" type="email" required autocomplete="email"></label><button>Send</button></form>'
        : '<p class="mute">No mail server is set: SMTP_URL.</p>',
      `</section><section><h2>Sign-up</h2>${renderInvites(view)}</section></div></div>`,
      '<section id="users"><h2>Users</h2>',
      `<form class="row" method="get" action="/operator"><label>Name, address or id<input name="q" type="search" value="${escapeHtml(search)}"></label><button>Search</button></form>`,
      renderUsers(users, search),
      '</section></main>',
    ].join(''),
  );
}
