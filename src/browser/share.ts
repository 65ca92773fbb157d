/** The outcome of sharing a text. */
type Shared = 'shared' | 'copied' | 'cancelled' | 'blocked';

/** Opens the share sheet on a phone, and copies the text elsewhere. */
export async function share(data: ShareData, text: string): Promise<Shared> {
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share(data);
      return 'shared';
    }
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'blocked';
  }
}
