import { calls } from '#contract/calls';
import { driver, upload } from '../fixtures/session.ts';
import { expect, heading, install, test } from './site.ts';

test('what was opened once is there with the server gone, with its age; what was not says so', async ({
  page,
  site,
  context,
}) => {
  await install(page, `${site.origin}/home`);
  for (const path of [`/sessions/${site.sessionId}`, `/leagues/${site.leagueId}`, '/leagues']) {
    await page.goto(site.origin + path);
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await page.close();
  await site.stop();

  const later = await context.newPage();
  for (const [path, text] of [
    [`/sessions/${site.sessionId}`, 'Ada Swift'],
    [`/leagues/${site.leagueId}`, 'Car Park League'],
    ['/leagues', 'Car Park League'],
  ] as const) {
    const response = await later.goto(site.origin + path);
    expect(response?.fromServiceWorker()).toBe(true);
    await expect(later.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expect(later.getByText(/saved (just now|\d+ min ago)/)).toBeVisible();
  }
  await later.goto(`${site.origin}/faq`);
  await expect(heading(later)).toHaveText('FAQ');
  await later.goto(`${site.origin}/seasons/01900000-0000-7000-8000-00000000dead`);
  await expect(later.getByRole('alert').getByText(/The server did not answer|You are offline/)).toBeVisible();
});

test('who was signed in is known with the server gone and the token run out, and is not signed out', async ({
  page,
  site,
  context,
}) => {
  const post = (path: string, data: object, token?: string) =>
    page.request.post(site.origin + path, {
      data,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const secret = 'correct horse 9';
  await post('/auth/v1/signup', { email: 'ada@x.test', password: secret });
  const mails = await (
    await page.request.get(`${site.origin}/outbox`, { headers: { accept: 'application/json' } })
  ).json();
  const token_hash = new URL(mails[0].link).searchParams.get('token_hash');
  const { access_token: token, user } = await (await post('/auth/v1/verify', { type: 'signup', token_hash })).json();
  await post('/rest/v1/profiles', { id: user.id, username: 'ada' }, token);

  await install(page, `${site.origin}/login`);
  await page.getByLabel('E-mail address or phone number').fill('ada@x.test');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Signed in as ada')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('pitboard-auth') ?? '{}');
    localStorage.setItem('pitboard-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
  });
  await page.close();
  await site.stop();

  const later = await context.newPage();
  await later.goto(`${site.origin}/dashboard`);
  await expect(later.getByText('Signed in as ada (offline)')).toBeVisible();
  expect(await later.evaluate(() => localStorage.getItem('pitboard-auth'))).toContain('refresh_token');
});

/** Every address that the server answers itself, by its table of calls and what stands beside it. */
const served = [
  ...new Set(
    Object.values(calls).map(({ path }) => path.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-00000000dead')),
  ),
  ...['/api/openapi.json', '/api/nothing', '/auth/v1/settings', '/auth/v1/verify?token=x', '/auth/v1/callback'],
  ...['/auth/v1/.well-known/jwks.json', '/rest/v1/profiles', '/outbox', '/downloads/recorder.zip'],
  ...['/.well-known/security.txt', '/nothing.txt', '/robots.txt'],
];

test('the worker answers pages, and none of the server’s own paths', async ({ page, site }) => {
  await install(page, `${site.origin}/home`);
  await page.reload();
  await site.stop();
  for (const path of [
    '/api/League',
    '/api/health',
    '/auth/v1/settings',
    '/rest/v1/profiles',
    '/outbox',
    '/sw.js',
    '/nothing.txt',
  ]) {
    const outcome = await page.evaluate(
      (address) =>
        fetch(address).then(
          (response) => response.status,
          () => 'failed',
        ),
      path,
    );
    expect([path, outcome]).toEqual([path, 'failed']);
  }
  expect((await page.goto(`${site.origin}/leagues`))?.fromServiceWorker()).toBe(true);
  for (const path of served)
    await expect(page.goto(site.origin + path), path).rejects.toThrow(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
});

test('twenty pages that were seen are there after the browser was closed and the server is gone, on a slow phone', async ({
  site,
  isMobile,
  openProfile,
}, info) => {
  test.skip(!isMobile, 'once is enough');
  // Forty visits, half of them at a quarter of the speed.
  test.setTimeout(300_000);
  const { data, origin } = site;
  const pages: [path: string, text: string][] = [
    ['/home', 'Latest results'],
    ['/leagues', 'Car Park League'],
    [`/leagues/${site.leagueId}`, 'Car Park League'],
    [`/seasons/${site.seasonId}`, 'Car Park Season'],
    [`/sessions/${site.sessionId}`, 'Ada Swift'],
  ];
  while (pages.length < 20) {
    const name = `Driver ${pages.length}`;
    const drivers = [driver({ name, finishingPosition: 1 })];
    const body = upload({ internalSessionId: String(100 + pages.length), drivers });
    const { id } = await data.get('createSession', { as: 'Max', body });
    pages.push([`/sessions/${id}`, name]);
  }
  const first = await openProfile('phone');
  await install(first, `${origin}/home`);
  for (const [path, text] of pages) {
    await first.goto(origin + path);
    await expect(first.getByText(text).filter({ visible: true }).first()).toBeVisible();
    await first.waitForLoadState('networkidle');
  }
  await first.context().close();
  await site.stop();

  const later = await openProfile('phone');
  const session = await later.context().newCDPSession(later);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const times: number[] = [];
  for (const [path, text] of pages) {
    const response = await later.goto(origin + path, { waitUntil: 'commit' });
    expect([path, response?.fromServiceWorker()]).toEqual([path, true]);
    await expect(later.getByText(text).filter({ visible: true }).first()).toBeVisible();
    times.push(await later.evaluate(() => performance.now()));
    await expect(later.getByText(/[Ss]aved (just now|\d+ min ago)/).first()).toBeVisible();
  }
  times.sort((one, other) => one - other);
  const said = `median ${times[10]?.toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms at a quarter of the CPU`;
  info.annotations.push({ type: 'measured', description: `20 pages offline: ${said}` });
  console.log(`20 pages offline: ${said}`);
});
