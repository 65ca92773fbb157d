/** Whether a chunk of the app could not be loaded. */
export function isChunkMissing(error: unknown): boolean {
  return /dynamically imported module|importing a module|preload css/i.test(String(error));
}
