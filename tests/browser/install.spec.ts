import { expect, test } from './site.ts';

test('the app can be installed', async ({ page, site }) => {
  await page.goto(`${site.origin}/home`);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(String(data));
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    expect([src, size]).toEqual([src, sizes]);
  }
  expect([manifest.name, manifest.display, manifest.start_url]).toEqual(['Pitboard', 'standalone', '/home']);
});
