import { expectSound } from './checks.ts';
import { storedTexts } from './device.ts';
import { follow, rows } from './live-page.ts';
import { expect, names, test } from './live-site.ts';

test('the screen stays on while the switch says so, and the lock comes back with the page', async ({
  page,
  origin,
  record,
}) => {
  await page.addInitScript(() => {
    const counts = { asked: 0, held: 0 };
    let visibility: DocumentVisibilityState = 'visible';
    let locks: (EventTarget & { released: boolean; release: () => Promise<void> })[] = [];
    const release = () => {
      for (const lock of locks) lock.released = true;
      locks = [];
      counts.held = 0;
    };
    Object.defineProperty(document, 'visibilityState', { get: () => visibility });
    const request = async () => {
      counts.asked += 1;
      counts.held += 1;
      const lock = Object.assign(new EventTarget(), { released: false, release: async () => release() });
      locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, {
      counts,
      show: (isShown: boolean) => {
        visibility = isShown ? 'visible' : 'hidden';
        // Browsers release the lock of a hidden page.
        if (!isShown) release();
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
  const counts = () => page.evaluate(() => Object(window).counts);
  const { id } = await record();
  await follow(page, `${origin}/live/${id}`);
  await page.getByRole('button', { name: 'Delay and display' }).click();
  await page.getByLabel('Keep the screen on').check();
  await page.keyboard.press('Escape');
  await expect.poll(counts).toEqual({ asked: 1, held: 1 });
  for (const isShown of [false, true, true]) await page.evaluate((shown) => Object(window).show(shown), isShown);
  await expect.poll(counts).toEqual({ asked: 2, held: 1 });
  await page.goto(`${origin}/live`);
  await page.getByRole('link', { name: /Monza Race/ }).click();
  await expect.poll(counts).toEqual({ asked: 1, held: 1 });
  await page.goBack();
  await expect.poll(counts).toEqual({ asked: 1, held: 0 });
});

test('a private session asks for its key, refuses a wrong one, and shows the key nowhere', async ({
  page,
  origin,
  record,
}) => {
  const recorder = await record({ key: 'pit wall 7' });
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await page.goto(`${origin}/live`);
  await expect(page.getByText('Private session')).toBeVisible();
  await expect(page.getByText('Monza')).toHaveCount(0);
  await page.getByRole('link', { name: /Private session/ }).click();
  await expect(page.getByRole('heading', { name: 'Private session' })).toBeVisible();
  await expectSound(page);
  const key = page.getByLabel('Key', { exact: true });
  await expect(key).toHaveAttribute('type', 'password');
  await key.fill('wrong');
  // A key is read from a chat and typed on a phone.
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(key).toHaveAttribute('type', 'text');
  await expectSound(page);
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(key).toHaveAccessibleDescription('This is not the key of this session.');
  await expect(key).toHaveValue('wrong');
  await expect(key).toBeFocused();
  await page.getByLabel('Key', { exact: true }).fill('pit wall 7');
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(rows(page)).toHaveCount(names.length);
  await page.reload();
  await expect(rows(page)).toHaveCount(names.length);
  expect(await storedTexts(page)).not.toMatch(/Driver \d|pit wall/);
  await recorder.setKey('pit wall 8');
  await expect(page.getByText('This is not the key of this session.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  expect(
    addresses.filter((address) =>
      /pit|wall 7|wrong/i.test(decodeURIComponent(address).replace(/pitboard|\/assets\/.*/gi, '')),
    ),
  ).toEqual([]);
});
