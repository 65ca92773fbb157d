import type { Page } from 'playwright/test';
import { ResultStatus } from '#contract/enumerations';
import type { LiveDriver } from '#contract/live/document';
import { installClock, stopClock } from './base-test.ts';
import { expectSound } from './checks.ts';
import { follow } from './live-page.ts';
import { expect, names, raceOf, test } from './live-site.ts';

test('flags are named in the header and in race control, the same for every viewer', async ({
  page,
  browser,
  origin,
  record,
}) => {
  const recorder = await record();
  await follow(page, `${origin}/live/${recorder.id}`);
  const header = page.getByRole('main').locator('header');
  await expect(header).toContainText('Green flag');
  recorder.show(raceOf(undefined, { sectorFlags: [0, 1, 0] }));
  await expect(header).toContainText('Yellow flag, sector 2');
  recorder.show(raceOf(undefined, { safetyCarStatus: 2, isSafetyCarEnding: true }));
  await expect(header).toContainText('VSC ending');
  recorder.show(raceOf(undefined, { trackFlag: 3 }));
  await expect(header).toContainText('Red flag');
  await expectSound(page);
  await page.getByRole('link', { name: 'Control', exact: true }).click();
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('listitem');
  // The flag that is out stays on top; the others have their ends.
  await expect(page.getByText(/^red flag session stopped since 00:\d\d, lap 3/i)).toBeVisible();
  await expect(messages.filter({ hasText: /RED FLAG|VIRTUAL SAFETY CAR|YELLOW/i })).toHaveText([
    /virtual safety car until 00:/i,
    /yellow flag sector 2, until 00:/i,
  ]);
  // A later viewer, or a reload, shows the same messages, byte for byte.
  const written = (viewer: Page) => viewer.getByRole('region', { name: 'Messages' }).innerHTML();
  const before = await written(page);
  const texts = await messages.allTextContents();
  const later = await browser.newContext();
  const other = await later.newPage();
  await other.goto(`${origin}/live/${recorder.id}?tab=control`);
  await expect.poll(() => written(other)).toBe(before);
  await later.close();
  await page.reload();
  await expect(messages).toHaveText(texts);
  await expect.poll(() => written(page)).toBe(before);
  await page.getByLabel('One kind').selectOption('flag');
  await page.reload();
  await expect(messages).toHaveText(texts.filter((text) => /flag|safety car/i.test(text)));
  await expect(page.getByLabel('One kind')).toHaveValue('flag');
  // They stay with the session that is stored at the end.
  await recorder.end();
  await expect(page).toHaveURL(/\/sessions\//);
  await page.getByRole('link', { name: 'Race control' }).click();
  // The choice is that of the device.
  await expect(page.getByLabel('One kind')).toHaveValue('flag');
  await expect(messages).toHaveText([
    /yellow flag sector 2, until 00:/i,
    /virtual safety car until 00:/i,
    /red flag session stopped/i,
  ]);
  await expectSound(page);
});

test('a new message of race control is shown in the header for four seconds', async ({ page, origin, record }) => {
  const recorder = await record();
  await installClock(page);
  // It is loaded once the tower is drawn, and shows what happens from then on.
  await follow(page, `${origin}/live/${recorder.id}`);
  await expect(page.locator('[data-newest]')).toBeAttached();
  const header = page.getByRole('main').locator('header');
  await expect(header).toContainText('Green flag');
  await stopClock(page);
  recorder.show((time) => {
    const document = raceOf()(time);
    const retired = { ...document.drivers?.[5], resultStatus: ResultStatus.Retired } as LiveDriver;
    return { ...document, drivers: { ...document.drivers, 5: retired } };
  });
  const message = header.getByText(new RegExp(`retired \\u2068${names[5]}`, 'i'));
  // A message is drawn with the next frame of the page.
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return message.isVisible();
    })
    .toBe(true);
  await page.clock.runFor(4_000);
  await expect(message).toBeHidden();
});
