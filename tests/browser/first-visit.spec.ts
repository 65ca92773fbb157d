import type { Page } from 'playwright/test';
import { addressOf } from '#contract/address';
import { calls } from '#contract/calls';
import { enter, fromElsewhere, newMember } from './people.ts';
import { expect, test } from './world.ts';

// The same on both.
test.beforeEach(({ isMobile }) => test.skip(!isMobile, 'once is enough'));
// A page that the worker serves has nothing asked ahead for it.
test.use({ serviceWorkers: 'block' });

/** Addresses of the API that a page asks for, and who asks, from now on. */
function asking(page: Page): { path: string; isOwn: boolean }[] {
  const asked: { path: string; isOwn: boolean }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/api/') && !path.endsWith('/thumbnail'))
      asked.push({ path, isOwn: 'authorization' in request.headers() });
  });
  return asked;
}

test('what a shared link reads is asked once, beside the scripts', async ({ page, demo }) => {
  const asked = asking(page);
  for (const [path, reads] of [
    ['/home', [addressOf(calls.listSessions), addressOf(calls.listLeagues)]],
    ['/leagues', [addressOf(calls.listLeagues)]],
    [`/leagues/${demo.league.id}`, [addressOf(calls.getLeague, { leagueId: demo.league.id })]],
    [`/seasons/${demo.season.id}`, [addressOf(calls.getSeason, { id: demo.season.id })]],
    [`/sessions/${demo.race.id}`, [addressOf(calls.getSession, { id: demo.race.id })]],
    [`/user/${demo.race.userId}`, [addressOf(calls.getProfile, { userId: demo.race.userId })]],
  ] as const) {
    asked.length = 0;
    // Nothing of the last page is in memory.
    await page.goto('about:blank');
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const counts = reads.map((read) => [read, asked.filter((one) => one.path === read).length]);
    expect([path, counts]).toEqual([path, reads.map((read) => [read, 1])]);
    // Asked by the page itself, before any script could.
    const ahead = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          (entry as PerformanceResourceTiming).initiatorType === 'link' ? new URL(entry.name).pathname : [],
        ),
    );
    expect([path, reads.filter((read) => ahead.includes(read))]).toEqual([path, reads]);
  }
});

test('who is signed in gets an answer of their own, not the one that was asked ahead for everybody', async ({
  page,
  context,
}) => {
  await fromElsewhere(context);
  const member = await newMember();
  await enter(page, member.email);
  const made = await page.request.post('/api/League', {
    headers: { authorization: `Bearer ${member.access}` },
    data: { name: 'Behind Doors', isPublic: false },
  });
  expect(made.status()).toBe(200);
  const asked = asking(page);
  await page.goto('/leagues');
  await expect(page.getByText('Behind Doors')).toBeVisible();
  expect(asked.filter(({ path }) => path === '/api/League')).toEqual([
    { path: '/api/League', isOwn: false },
    { path: '/api/League', isOwn: true },
  ]);
  // Nor does it lie about for who asks as a visitor later.
  asked.length = 0;
  await page.evaluate(() => fetch('/api/League'));
  expect(asked).toContainEqual({ path: '/api/League', isOwn: false });
});
