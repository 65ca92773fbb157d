import { expect, test } from 'vitest';
import { streamMoment } from './stream-moment.ts';

const startsAt = '2026-05-01T17:50:00.000Z';
const sessionStart = '2026-05-01T18:00:00.000Z';

test.each([
  ['https://www.youtube.com/watch?v=abc', 'https://www.youtube.com/watch?v=abc&t=4354s'],
  ['https://youtu.be/abc?t=5', 'https://youtu.be/abc?t=4354s'],
  ['https://www.twitch.tv/videos/123', 'https://www.twitch.tv/videos/123?t=1h12m34s'],
  ['https://video.example/race', 'https://video.example/race'],
])('%s is opened at its moment', (url, address) => {
  expect(streamMoment({ url, startsAt }, sessionStart, 3_754_900)).toBe(address);
});

test('a moment before the video has no address', () => {
  const late = { url: 'https://youtu.be/abc', startsAt: '2026-05-01T18:10:00.000Z' };
  expect(streamMoment(late, sessionStart, 599_000)).toBeNull();
  expect(streamMoment(late, sessionStart, 600_000)).toBe('https://youtu.be/abc?t=0s');
});
