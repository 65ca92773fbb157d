import { createHash } from 'node:crypto';

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
  return {
    file,
    etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`,
      // With a token it may contain private data.
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Origin',
    },
  };
}
