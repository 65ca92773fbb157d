const maxSide = 512;

/** An image file as the API takes it. */
export interface EncodedImage {
  readonly thumbnailBase64: string;
  readonly contentType: 'image/webp' | 'image/png';
}

/**
 * Scales an image to at most 512 px a side and encodes it as base64: photographs of a phone exceed the server's limit.
 * @throws Error when the browser cannot decode the file.
 */
export async function encodeImage(file: File): Promise<EncodedImage> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  // Browsers that cannot encode webp answer with a png.
  return { thumbnailBase64: btoa(binary), contentType: blob.type === 'image/webp' ? 'image/webp' : 'image/png' };
}
