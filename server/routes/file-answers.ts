import { createHash } from 'node:crypto';
import type { Picture, PictureShape } from '../domain/drawing/picture.ts';
import { renderPicture, sitePicture } from '../domain/drawing/render-picture.ts';

interface FileOptions {
  /** The media type of the call. */
  readonly type: string;
  /** The file name is made from it. */
  readonly title: string;
  readonly extension: string;
  /** Opens the file in its program instead of saving it: calendars subscribe to the address. */
  readonly isInline?: boolean;
}

/** An answer that a browser saves as a file. It must be revalidated. */
export function fileAnswer(file: Buffer, { type, title, extension, isInline = false }: FileOptions) {
  const plain = `${title.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'pitboard'}.${extension}`;
  const encoded = encodeURIComponent(`${title.replaceAll(/[/\\\p{Cc}]+/gu, '-')}.${extension}`).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return privateAnswer(file, {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`,
  });
}

function privateAnswer(file: Buffer, headers: Readonly<Record<string, string>>) {
  return {
    file,
    etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`,
    // With a token it may contain private data.
    headers: { ...headers, 'cache-control': 'private, no-cache', vary: 'Authorization, Origin' },
  };
}

/** The answer with a picture. Its headers are the same for everything, so that they do not show what exists. */
export async function pictureAnswer(picture: Picture, shape: PictureShape) {
  return privateAnswer(await renderPicture(picture, shape), {
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
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

/**
 * Headers of a stored image. It is immutable only at an address that contains its id; a private image is never stored
 * by a cache.
 */
export function imageHeaders(image: {
  readonly isPublic: boolean;
  /** The address contains the id of the image. */
  readonly isVersioned: boolean;
}): Record<string, string> {
  const publicCaching = image.isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache';
  return {
    'content-type': 'image/webp',
    'cache-control': image.isPublic ? publicCaching : 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': image.isPublic ? 'cross-origin' : 'same-origin',
  };
}
