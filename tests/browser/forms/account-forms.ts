import { createAccount, findMail, linkOf, password } from '../accounts.ts';
import { expect, heading } from '../base-test.ts';
import { type Form, press, shows, type User } from './form.ts';
import { pictureForms } from './picture-forms.ts';

const newPassword = 'another horse 8';
const lastPassword = 'the last horse 7';
const endPrograms = ['DELETE', /\/api\/Account\/programs$/] as const;
const secret = ({ page }: User, label: string) => page.getByLabel(label, { exact: true });

async function fillInSignUp(user: User, email: string): Promise<void> {
  await user.page.goto('/signup');
  await user.page.getByLabel('E-mail address').fill(email);
  await secret(user, 'Password').fill(password);
}

async function pairRecorder({ call }: User): Promise<void> {
  const { code } = await call('POST', '/api/Recorders/code');
  await call('POST', '/api/Recorders/pair', { code, name: 'Rig' });
}

/** Ends with a log-out of all devices. */
export const leavingForms: readonly Form[] = [
  {
    title: 'ending the recorders with the logins of all devices',
    source: 'account/SettingsPage.tsx',
    request: endPrograms,
    fill: async (user) => {
      await pairRecorder(user);
      await user.page.goto('/dashboard/settings');
      await user.page.getByLabel('Also end 1 recorder').last().check();
    },
    submit: press('Log out everywhere'),
    submitAgain: press('End them now'),
    expectDone: ({ page }) => expect(page).toHaveURL(/\/home$/),
  },
];

/** Another mail for one address; then from signing up to the name of another one, in this order. */
export const newAccountForms: readonly Form[] = [
  {
    title: 'asking for another mail',
    source: 'account/SignUpPage.tsx',
    request: ['POST', /\/auth\/v1\/resend/],
    fill: async (user) => {
      await fillInSignUp(user, `first-${user.email}`);
      await press('Sign up')(user.page);
    },
    submit: press('Send again'),
    expectDone: shows('Another e-mail is on its way.'),
  },
  {
    title: 'signing up',
    source: 'account/SignUpPage.tsx',
    request: ['POST', /\/auth\/v1\/signup/],
    fill: (user) => fillInSignUp(user, user.email),
    submit: press('Sign up'),
    expectDone: ({ page }) => expect(heading(page)).toHaveText('Check your e-mail'),
  },
  {
    title: 'confirming an address',
    source: 'account/LinkNotice.tsx',
    request: ['POST', /\/auth\/v1\/verify/],
    countsOnce: true,
    fill: async ({ page, email }) => {
      await page.goto((await findMail(email, /^Confirm/)).link);
    },
    submit: press('Confirm and log in'),
    expectDone: async ({ page }) => expect(page).toHaveURL(/\/dashboard\/profileInit$/),
  },
  {
    title: 'choosing a name',
    source: 'account/UsernameForm.tsx',
    request: ['POST', /\/rest\/v1\/profiles/],
    fill: async ({ page, username }) => {
      await page.getByLabel('Username').fill(username);
      await expect(page.getByText('This name is available.')).toBeVisible();
    },
    submit: press('Save name'),
    expectDone: async ({ page, username }) =>
      expect(page.getByText(`Logged in as ${username}`, { exact: true })).toBeVisible(),
  },
];

/** From a forgotten password to a new one, in this order. */
export const forgottenPasswordForms: readonly Form[] = [
  {
    title: 'logging in',
    source: 'account/LoginPage.tsx',
    request: ['POST', /grant_type=password/],
    fill: async (user) => {
      await user.page.goto('/login');
      await user.page.getByLabel('E-mail address').fill(user.email);
      await secret(user, 'Password').fill(password);
    },
    submit: press('Log in'),
    expectDone: async ({ page }) => {
      await expect(heading(page)).toHaveText('Dashboard');
      await page.goto('/dashboard/settings');
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await expect(page).toHaveURL(/\/home$/);
    },
  },
  {
    title: 'asking for a link to set a password',
    source: 'account/ResetPasswordPage.tsx',
    request: ['POST', /\/auth\/v1\/recover/],
    fill: async ({ page, email }) => {
      await page.goto('/resetPassword');
      await page.getByLabel('E-mail address').fill(email);
    },
    submit: press('Send link'),
    expectDone: ({ page }) => expect(heading(page)).toHaveText('Check your e-mail'),
  },
  {
    title: 'opening the link to set a password',
    source: 'account/ResetPasswordConfirmPage.tsx',
    request: ['POST', /\/auth\/v1\/verify/],
    countsOnce: true,
    fill: async ({ page, email }) => {
      await page.goto((await findMail(email, /^Set a new password/)).link);
    },
    submit: press('Continue'),
    expectDone: async (user) => expect(secret(user, 'New password')).toBeVisible(),
  },
  {
    title: 'setting a password',
    source: 'account/NewPasswordForm.tsx',
    request: ['PUT', /\/auth\/v1\/user/],
    countsOnce: true,
    fill: (user) => secret(user, 'New password').fill(newPassword),
    submit: press('Set password'),
    expectDone: ({ page }) => expect(heading(page)).toHaveText('Dashboard'),
  },
];

/** A link to a page that logs in without a click: the server has redirected to it with tokens. */
const followedLink = (path: string, source: string, done: Form['expectDone']): Form => {
  let address = '';
  return {
    title: `following a link to ${path}`,
    source,
    request: ['GET', /\/auth\/v1\/user$/],
    fill: async ({ page }) => {
      address = `${path}#${linkOf(await createAccount())}`;
      await page.goto('about:blank');
    },
    submit: async (page) => void (await page.goto(address)),
    submitAgain: press('Continue'),
    expectDone: done,
  };
};

/** Links of mails that need no click, in this order. */
export const linkForms: readonly Form[] = [
  followedLink('/login', 'account/LoginPage.tsx', ({ page }) => expect(heading(page)).toHaveText('Dashboard')),
  {
    title: 'logging in as somebody else by a link',
    source: 'account/SwitchAccount.tsx',
    request: ['GET', /\/auth\/v1\/user$/],
    fill: async ({ page }) => {
      const other = await createAccount();
      await page.goto('about:blank');
      await page.goto(`/login#${linkOf(other)}`);
      await expect(heading(page)).toHaveText('Change the account?');
    },
    submit: press('Change the account'),
    submitAgain: press('Continue'),
    expectDone: async ({ page, username }) => {
      await expect(heading(page)).toHaveText('Dashboard');
      await expect(page.getByText(username)).toHaveCount(0);
      await page.goto('/dashboard/settings');
      await press('Log out')(page);
      await expect(page).toHaveURL(/\/home$/);
    },
  },
  followedLink('/resetPasswordConfirm', 'account/ResetPasswordConfirmPage.tsx', ({ page }) =>
    expect(page.getByLabel('New password', { exact: true })).toBeVisible(),
  ),
];

/** The settings. The last two end the session of `call`. */
export const settingsForms: readonly Form[] = [
  {
    title: 'changing the name',
    source: 'account/UsernameForm.tsx',
    request: ['POST', /\/rest\/v1\/profiles/],
    fill: async ({ page, username }) => {
      await page.goto('/dashboard/settings');
      await page.getByLabel('Username').fill(`${username}_2`);
      await expect(page.getByText('This name is available.')).toBeVisible();
    },
    submit: press('Save name'),
    expectDone: shows('Saved.'),
  },
  {
    title: 'changing the address',
    source: 'account/EmailForm.tsx',
    request: ['PUT', /\/auth\/v1\/user/],
    fill: ({ page, email }) => page.getByLabel('New address').fill(`new-${email}`),
    submit: press('Change address'),
    expectDone: shows('Two e-mails are on their way.'),
    stored: async ({ email, call }) => (await call('GET', '/auth/v1/user')).new_email === `new-${email}`,
    one: true,
  },
  ...pictureForms({
    owner: 'a user',
    address: /\/api\/Account\/avatar/,
    methods: ['PUT', 'DELETE'],
    stored: async ({ id, call }) => (await call('GET', `/api/Profile/${id}`)).avatar_url,
  }),
  {
    title: 'removing a recorder',
    source: 'dashboard/seasons/ConfirmedWrite.tsx',
    request: ['DELETE', /\/api\/Recorders\/[\w-]+$/],
    fill: async (user) => {
      await pairRecorder(user);
      await user.page.reload();
    },
    submit: async (page) => {
      await press('Remove Rig')(page);
      await press('Remove recorder')(page);
    },
    expectDone: shows('No recorder is connected.'),
    stored: ({ call }) => call('GET', '/api/Recorders'),
    one: [],
  },
  {
    title: 'asking for the code of a recorder',
    source: 'account/Recorders.tsx',
    request: ['POST', /\/api\/Recorders\/code$/],
    submit: press('Connect a recorder'),
    expectDone: shows(/^[A-Z2-9]{4} [A-Z2-9]{4}$/),
  },
  {
    title: 'creating a token',
    source: 'account/ApiTokens.tsx',
    request: ['POST', /\/api\/Account\/tokens$/],
    fill: ({ page }) => page.getByLabel('Name of the program').fill('Bot'),
    submit: press('Create a token'),
    expectDone: shows(/^pbt_/),
  },
  {
    title: 'deleting a token',
    source: 'dashboard/seasons/ConfirmedWrite.tsx',
    request: ['DELETE', /\/api\/Account\/tokens\/[\w-]+$/],
    fill: async ({ page, call }) => {
      for (const { id } of await call('GET', '/api/Account/tokens')) await call('DELETE', `/api/Account/tokens/${id}`);
      await call('POST', '/api/Account/tokens', { name: 'Chat', scope: 'read' });
      await page.reload();
    },
    submit: async (page) => {
      await press('Delete Chat')(page);
      await press('Delete token')(page);
    },
    expectDone: shows('There is no token.'),
    stored: ({ call }) => call('GET', '/api/Account/tokens'),
    one: [],
  },
  {
    title: 'downloading one’s data',
    source: 'account/SettingsPage.tsx',
    request: ['GET', /\/api\/Account\/export/],
    submit: press('Download my data'),
    expectDone: shows('The file is in your downloads.'),
  },
  {
    title: 'changing the password',
    source: 'account/PasswordForm.tsx',
    request: ['PUT', /\/auth\/v1\/user/],
    countsOnce: true,
    fill: async (user) => {
      // While its own session lasts.
      await pairRecorder(user);
      await secret(user, 'Current password').fill(password);
      await secret(user, 'New password').fill(newPassword);
    },
    submit: press('Change password'),
    expectDone: shows('Your password is changed. All other devices are logged out.'),
  },
  {
    title: 'ending the recorders after another password was set',
    source: 'account/PasswordForm.tsx',
    request: endPrograms,
    fill: async (user) => {
      await user.page.goto('/dashboard/settings');
      await secret(user, 'Current password').fill(newPassword);
      await secret(user, 'New password').fill(lastPassword);
      await user.page.getByLabel('Also end 1 recorder').first().check();
    },
    submit: press('Change password'),
    submitAgain: press('End them now'),
    expectDone: shows('No recorder is connected.'),
  },
  {
    title: 'deleting the account',
    source: 'account/DeleteAccount.tsx',
    request: ['DELETE', /\/api\/Account$/],
    countsOnce: true,
    fill: async (user) => {
      await user.page.getByLabel(/^Type .* to confirm$/).fill(`${user.username}_2`);
      await secret(user, 'Your password').fill(lastPassword);
    },
    submit: press('Delete my account'),
    expectDone: ({ page }) => expect(page).toHaveURL(/\/home$/),
  },
];
