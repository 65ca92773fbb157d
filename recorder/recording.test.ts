import { expect, test } from 'vitest';
import { SafetyCarStatus, SessionStatus, SessionType, Track } from '#contract/enumerations';
import type { LiveDocument } from '#contract/live/document';
import type { PublisherMessage } from '#contract/live/publisher-messages';
import { createRecording, NotARecording, playRecording } from './recording.ts';

const start = Date.parse('2026-05-01T18:00:00.000Z');
const document: LiveDocument = {
  internalSessionId: '1',
  trackId: Track.Monza,
  sessionType: SessionType.Race,
  sessionStartTime: new Date(start).toISOString(),
  isMultiplayer: true,
  sessionStatus: SessionStatus.InProgress,
};

function record(): { recorded: PublisherMessage[]; add: ReturnType<typeof createRecording>['add'] } {
  const recorded: PublisherMessage[] = [];
  return { recorded, add: createRecording((message) => recorded.push(message)).add };
}

async function play(messages: readonly unknown[], speed = 1_000): Promise<[LiveDocument, number][]> {
  const shown: [LiveDocument, number][] = [];
  async function* lines() {
    for (const message of messages) yield typeof message === 'string' ? message : JSON.stringify(message);
  }
  await playRecording(lines(), { speed, update: (at, t) => shown.push([at, t]) });
  return shown;
}

test('what a viewer gets becomes a numbered stream with times since the start of the session', () => {
  const { recorded, add } = record();
  add({ type: 'snapshot', seq: 0, document: {} }, start);
  add({ type: 'snapshot', seq: 41, document }, start + 1_000);
  add({ type: 'ping' }, start + 1_050);
  add({ type: 'delta', seq: 42, patch: { safetyCarStatus: SafetyCarStatus.Full } }, start + 1_100);
  add({ type: 'snapshot', seq: 3, document }, start + 9_000);
  add({ type: 'ended', sessionId: null }, start + 9_500);
  expect(recorded).toEqual([
    { type: 'snapshot', seq: 1, t: 1_000, document },
    { type: 'patch', seq: 2, t: 1_100, patch: { safetyCarStatus: SafetyCarStatus.Full } },
    { type: 'snapshot', seq: 3, t: 9_000, document },
    { type: 'end' },
  ]);
});

test('a viewer who was there before the recorder has its first document from a change of nothing', () => {
  const { recorded, add } = record();
  add({ type: 'snapshot', seq: 0, document: {} }, start);
  add({ type: 'delta', seq: 1, patch: { trackTemp: 30 } }, start + 900);
  add({ type: 'delta', seq: 2, patch: { ...document } }, start + 1_000);
  add({ type: 'delta', seq: 3, patch: { trackTemp: 31 } }, start + 1_100);
  expect(recorded).toEqual([
    { type: 'snapshot', seq: 1, t: 1_000, document: { ...document, trackTemp: 30 } },
    { type: 'patch', seq: 2, t: 1_100, patch: { trackTemp: 31 } },
  ]);
});

test('a recording ends with its last document, however fast it is played', async () => {
  const { recorded, add } = record();
  add({ type: 'snapshot', seq: 1, document }, start);
  for (let step = 1; step <= 50; step += 1)
    add({ type: 'delta', seq: 1 + step, patch: { trackTemp: step } }, start + step * 100);
  const shown = await play(recorded);
  expect(shown.at(-1)).toEqual([{ ...document, trackTemp: 50 }, 5_000]);
  expect(shown.length).toBeLessThan(50);
});

test('changes are shown in their own time', async () => {
  const messages = [
    { type: 'snapshot', seq: 1, t: 0, document },
    { type: 'patch', seq: 2, t: 200, patch: { trackTemp: 30 } },
    { type: 'patch', seq: 3, t: 400, patch: { trackTemp: 31 } },
  ];
  const begun = performance.now();
  const shown = await play(messages, 4);
  expect(performance.now() - begun).toBeGreaterThan(95);
  expect([...new Set(shown.map(([, t]) => t))]).toEqual([0, 200, 400]);
});

test('a file that is no recording is refused with the line', async () => {
  const snapshot = { type: 'snapshot', seq: 1, t: 0, document };
  await expect(play(['{'])).rejects.toThrow(NotARecording);
  await expect(play(['{'])).rejects.toThrow(/^line 1: /);
  await expect(play([snapshot, { type: 'patch', seq: 2, t: 0, patch: { trackTemp: 'hot' } }])).rejects.toThrow(
    /^line 2: patch\.trackTemp /,
  );
  await expect(play([{ type: 'patch', seq: 2, t: 0, patch: {} }])).rejects.toThrow('does not begin with a snapshot');
  await expect(play([])).rejects.toThrow('it is empty');
  await expect(play([snapshot, { type: 'patch', seq: 2, t: 0, patch: { trackId: null } }])).rejects.toThrow(
    'up to line 2 the changes leave no session',
  );
});
