/** Copies a text; resolves to what to say about it. */
export async function copyText(text: string, done: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    return 'Your browser blocked copying.';
  }
}
