const side = 512;

/**
 * A picture as base64 of a webp of at most 512 px a side: a phone's photographs are larger than the server takes.
 * @throws Error when the file is no picture that this browser can read.
 */
export async function pictureOf(
  file: File,
): Promise<{ thumbnailBase64: string; contentType: 'image/webp' | 'image/png' }> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  // A browser that cannot write webp writes png.
  return { thumbnailBase64: btoa(text), contentType: blob.type === 'image/webp' ? 'image/webp' : 'image/png' };
}

/** Begins the download of a file from where it lies; the page stays. */
export function followDownload(address: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = '';
  anchor.click();
}

/** Hands a file to the person, as a download. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
