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
