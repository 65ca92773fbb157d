/** The video of an event, and when it begins, by the clock. */
interface Stream {
  readonly url: string;
  readonly startsAt: string;
}

/**
 * The address of a video at a moment of a session that began at an instant; `at` in ms since then. Null before the video begins.
 * Players that are not known open it at its beginning.
 */
export function streamMoment({ url, startsAt }: Stream, sessionStart: string, at: number): string | null {
  const seconds = Math.floor((Date.parse(sessionStart) + at - Date.parse(startsAt)) / 1_000);
  if (seconds < 0 || !URL.canParse(url)) return null;
  const address = new URL(url);
  const host = address.hostname.replace(/^(www|m)\./, '');
  if (host === 'youtube.com' || host === 'youtu.be') address.searchParams.set('t', `${seconds}s`);
  if (host === 'twitch.tv') {
    const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
    address.searchParams.set('t', `${hours}h${minutes}m${seconds % 60}s`);
  }
  return address.href;
}
