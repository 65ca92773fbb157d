import type { CropSquare, ImageSize } from '../format/crop.ts';

/** An image file as the API takes it. */
export interface EncodedImage {
  readonly thumbnailBase64: string;
  readonly contentType: 'image/webp' | 'image/png';
}

/** An image that the browser could decode. `url` is an object URL, to be revoked when the image is not shown any more. */
export interface LoadedImage extends ImageSize {
  readonly url: string;
  readonly element: HTMLImageElement;
}

/** The longest side of an encoded picture, in px. Even uncompressed, a square of it is smaller than 2 MiB. */
const encodedSide = 512;

/** Decodes an image file. @throws DOMException when the browser cannot. */
export async function loadImage(file: Blob): Promise<LoadedImage> {
  const url = URL.createObjectURL(file);
  try {
    const element = new Image();
    element.src = url;
    await element.decode();
    // The size of a vector image without one.
    if (element.naturalWidth === 0) throw new DOMException('the image has no size', 'EncodingError');
    return { url, element, width: element.naturalWidth, height: element.naturalHeight };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}

/**
 * Scales a square of an image to at most 512 px a side and encodes it as base64: photographs of a phone exceed the
 * server's limit. @throws DOMException when the browser may not read the image.
 */
export async function encodeSquare({ element }: LoadedImage, { left, top, side }: CropSquare): Promise<EncodedImage> {
  const pixels = Math.max(1, Math.min(encodedSide, Math.round(side)));
  const canvas = new OffscreenCanvas(pixels, pixels);
  const context = canvas.getContext('2d');
  if (context === null) throw new DOMException('there is no canvas', 'NotSupportedError');
  context.imageSmoothingQuality = 'high';
  context.drawImage(element, left, top, side, side, 0, 0, pixels, pixels);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  // Browsers that cannot encode webp answer with a png.
  return { thumbnailBase64: btoa(binary), contentType: blob.type === 'image/webp' ? 'image/webp' : 'image/png' };
}

/** The address that shows an encoded image. */
export function imageUrl({ thumbnailBase64, contentType }: EncodedImage): string {
  return `data:${contentType};base64,${thumbnailBase64}`;
}
