import sharp from 'sharp';
import { thumbnailBytes, thumbnailPixels, thumbnailSide, thumbnailStoredSide } from '#contract/constants';
import { invalid } from '../http/problem.ts';

// Decodes one image at a time: one decode may take 64 MB.
sharp.concurrency(1);
sharp.cache(false);

const formats = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
type Format = keyof typeof formats;

function imageError(message: string): Error {
  return invalid([{ path: 'thumbnailBase64', message }]);
}

/**
 * Decodes an image and converts it to webp of at most 512 px a side: first frame only, without metadata.
 * @throws Problem 400 unless it is a complete png, jpeg or webp of at most 2 MiB, 4096 px a side and 16 megapixels.
 */
export async function convertThumbnail(base64: string, contentType?: string): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0) throw imageError('must contain an image');
  if (bytes.length > thumbnailBytes) throw imageError('must have at most 2 MiB');
  const format = detectFormat(bytes);
  if (format === null) throw imageError('must be a png, jpeg or webp image');
  if (contentType !== undefined && contentType !== formats[format]) {
    throw invalid([{ path: 'contentType', message: `the image is ${formats[format]}` }]);
  }
  try {
    const image = sharp(bytes, { limitInputPixels: thumbnailPixels, failOn: 'warning', pages: 1 });
    const { width, height, format: decoded } = await image.metadata();
    if (decoded !== format) throw imageError('must be a png, jpeg or webp image');
    if (width > thumbnailSide || height > thumbnailSide) {
      throw imageError(`must have at most ${thumbnailSide} px a side`);
    }
    return await image
      .rotate()
      .resize(thumbnailStoredSide, thumbnailStoredSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw imageError(isTooLarge ? 'must have at most 16 million pixels' : 'is a damaged image');
  }
}

/** Detects the format by the first bytes, because a file name or content type of a request is not reliable. */
function detectFormat(bytes: Buffer): Format | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  const isWebp = bytes.subarray(0, 4).toString() === 'RIFF' && bytes.subarray(8, 12).toString() === 'WEBP';
  return isWebp ? 'webp' : null;
}
