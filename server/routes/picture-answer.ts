import { createHash } from 'node:crypto';
import type { Picture, PictureShape } from '../domain/drawing/picture.ts';
import { renderPicture, sitePicture } from '../domain/drawing/render-picture.ts';

/** The answer with a picture. Its headers are the same for everything, so that they do not show what exists. */
export async function pictureAnswer(picture: Picture, shape: PictureShape) {
  const file = await renderPicture(picture, shape);
  return {
    file,
    etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`,
    headers: {
      'content-type': 'image/png',
      // With a token it may show private data.
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Origin',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}

const siteAnswers = new Map<PictureShape, ReturnType<typeof pictureAnswer>>();

/** The answer in place of a picture that does not exist, or that the caller may not see. */
export function siteAnswer(shape: PictureShape): ReturnType<typeof pictureAnswer> {
  const stored = siteAnswers.get(shape);
  if (stored !== undefined) return stored;
  const answer = pictureAnswer(sitePicture, shape);
  siteAnswers.set(shape, answer);
  answer.catch(() => siteAnswers.delete(shape));
  return answer;
}
