import type { EnginePage } from '../engines/engine-page.ts';
import { type Account, password } from './accounts.ts';
import { expect, isLong, test } from './base-test.ts';
import type { PortalMode, TcpProxy } from './tcp-proxy.ts';

const portalModes = {
  chromium: ['portal', 'portal511'],
  webkit: ['portal302', 'portal403'],
} as const satisfies Record<string, readonly PortalMode[]>;

/** The portals of an engine: one half each, or all of them in the long run. */
export function portalModesOf(engine: keyof typeof portalModes): readonly PortalMode[] {
  return isLong ? Object.values(portalModes).flat() : portalModes[engine];
}

const words = 'This Wi-Fi wants you to sign in';
/** The limit for an automatic recovery. */
const soon = { timeout: 5_000, intervals: [100] };

interface PortalJourney {
  /** A tab without stored data, in any browser. */
  readonly tab: EnginePage;
  readonly network: TcpProxy;
  readonly origin: string;
  readonly account: Account;
  /** A league of the account, and a race that is live. */
  readonly leagueId: string;
  readonly liveId: string;
}

/**
 * A user's actions behind the captive portal of a Wi-Fi, and after it: signing in, saving, starting the app, reloading,
 * and watching a race. The name stays, all words agree, and every page returns by itself.
 */
export async function travelThrough(mode: PortalMode, journey: PortalJourney): Promise<void> {
  const { tab, network, origin, account, leagueId, liveId } = journey;
  const lines = () => tab.texts({ role: 'status', part: 'Show saved pages' });
  const expectCaptive = async () => {
    await expect.poll(lines, { message: 'status line', timeout: 15_000 }).toEqual([expect.stringContaining(words)]);
  };
  const expectBack = async () => {
    await network.set('pass');
    await expect.poll(lines, { ...soon, message: 'no status line' }).toEqual([]);
    // biome-ignore lint/performance/useDomNodeTextContent: only the text that is shown
    await expect.poll(() => tab.run(() => document.body.innerText), soon).not.toContain(words);
  };
  const isStored = async () => (await navigator.serviceWorker.getRegistration())?.active?.state;

  await test.step('a sign-in', async () => {
    await tab.goto(`${origin}/login`);
    await tab.expectHeading('Log in');
    await expect.poll(() => tab.run(isStored), { timeout: 30_000 }).toBe('activated');
    await tab.fill('E-mail address', account.email);
    await tab.fill('Password', password);
    network.setAt(mode, 'POST /auth/v1/token?grant_type=password');
    await tab.click({ role: 'button', name: 'Log in' });
    await tab.expectText(`${words}. You are not logged in.`);
    await expectCaptive();
    await expectBack();
    await tab.click({ role: 'button', name: 'Log in' });
    await tab.expectHeading('Dashboard');
    await tab.expectText(`Logged in as ${account.username}`);
  });

  await test.step('a save', async () => {
    await tab.goto(`${origin}/dashboard/leagues/${leagueId}/edit`);
    await tab.fill('Description', `typed behind ${mode}`);
    // Another call that meets the portal would tell the page of it before the click.
    network.setAt(mode, `PATCH /api/League/${leagueId}`);
    await tab.click({ role: 'button', name: 'Save details' });
    await tab.expectText(`${words}. Nothing was saved.`);
    await expectCaptive();
    await expectBack();
    await tab.click({ role: 'button', name: 'Save details' });
    await tab.expectText('Saved.');
  });

  await test.step('a start, a reload, and the dashboard', async () => {
    await network.set(mode);
    for (const visit of [() => tab.goto(`${origin}/dashboard`), () => tab.reload()]) {
      await visit();
      await tab.expectText(`Logged in as ${account.username} (offline)`);
      await tab.expectHeading('Dashboard');
      await expectCaptive();
    }
    await expectBack();
    // biome-ignore lint/performance/useDomNodeTextContent: only the text that is shown
    await expect.poll(() => tab.run(() => document.body.innerText), soon).not.toContain('(offline)');
    await tab.expectText(`Logged in as ${account.username}`);
  });

  await test.step('a live race', async () => {
    const status = () => tab.texts({ role: 'status' });
    await tab.goto(`${origin}/live/${liveId}`);
    await expect.poll(status).toContain('Live');
    await network.set(mode);
    await expectCaptive();
    await expectBack();
    await expect.poll(status, soon).toContain('Live');
  });
}
