import sharp from 'sharp';
import { expect } from '../base-test.ts';
import { type Form, press, shows, type User } from './form.ts';

interface Picture {
  readonly owner: string;
  readonly address: RegExp;
  readonly methods: readonly [set: string, remove: string];
  /** The stored picture, or null. */
  readonly stored: (user: User) => Promise<unknown>;
}

/** The forms that set and remove a picture. */
export function pictureForms({ owner, address, methods, stored }: Picture): readonly Form[] {
  const hasPicture = async (user: User) => (await stored(user)) !== null;
  return [
    {
      title: `setting the picture of ${owner}`,
      source: 'picture/PictureForm.tsx',
      request: [methods[0], address],
      fill: async ({ page }) => {
        const buffer = await sharp({ create: { width: 80, height: 80, channels: 3, background: 'red' } })
          .png()
          .toBuffer();
        await page.getByLabel('Choose a picture').setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer });
        await expect(page.getByRole('dialog', { name: 'Crop the picture' })).toBeVisible();
      },
      submit: press('Use picture'),
      expectDone: shows('Picture changed.'),
      stored: hasPicture,
      one: true,
    },
    {
      title: `removing the picture of ${owner}`,
      source: 'picture/PictureForm.tsx',
      request: [methods[1], address],
      submit: press('Remove'),
      expectDone: shows('Picture removed.'),
      stored: hasPicture,
      one: false,
    },
  ];
}
