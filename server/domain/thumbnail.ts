import sharp from 'sharp';
import { thumbnailBytes, thumbnailPixels, thumbnailSide, thumbnailStoredSide } from '#contract/constants';
import { invalid } from '../problem.ts';

/** One picture at a time: a decode may take 64 MB. */
sharp.concurrency(1);
sharp.cache(false);

const formats = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
type Format = keyof typeof formats;

function fault(message: string): Error {
  return invalid([{ path: 'thumbnailBase64', message }]);
}

/**
 * Decodes a picture and makes it webp of at most 512 px a side, without metadata, first frame only.
 * @throws Problem 400 for anything but a whole png, jpeg or webp of at most 2 MiB, 4096 px a side and 16 Mpx.
 */
export async function readThumbnail(base64: string, contentType?: string): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0) throw fault('must hold a picture');
  if (bytes.length > thumbnailBytes) throw fault('must have at most 2 MiB');
  const format = formatOf(bytes);
  if (format === null) throw fault('must be a png, jpeg or webp picture');
  if (contentType !== undefined && contentType !== formats[format]) {
    throw invalid([{ path: 'contentType', message: `the picture is ${formats[format]}` }]);
  }
  try {
    const picture = sharp(bytes, { limitInputPixels: thumbnailPixels, failOn: 'warning', pages: 1 });
    const { width, height, format: decoded } = await picture.metadata();
    if (decoded !== format) throw fault('must be a png, jpeg or webp picture');
    if (width > thumbnailSide || height > thumbnailSide) throw fault(`must have at most ${thumbnailSide} px a side`);
    return await picture
      .rotate()
      .resize(thumbnailStoredSide, thumbnailStoredSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw fault(isLarge ? 'must have at most 16 million pixels' : 'is a broken picture');
  }
}

/** The kind of picture by its first bytes: names and types that are sent along prove nothing. */
function formatOf(bytes: Buffer): Format | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  const isWebp = bytes.subarray(0, 4).toString() === 'RIFF' && bytes.subarray(8, 12).toString() === 'WEBP';
  return isWebp ? 'webp' : null;
}
