import type { SessionUpload } from '#contract/api/bodies';
import { NotImportable } from '#contract/pits-n-giggles/read';
import { decodeFrames, type Frame, sizeOfFrame } from '../captures/decode-frames.ts';
import { identify, isRejected } from '../game/packet.ts';
import type { SessionRecord } from '../session/session-record.ts';
import { SessionTracker } from '../session/session-tracker.ts';
import type { Content } from './unpack.ts';

/** Whether bytes begin like a recording of the packets of the game, as `--save` writes them. */
export function isCapture(start: Uint8Array): boolean {
  const [frame] = decodeFrames(start);
  if (frame === undefined) return false;
  const identified = identify(frame.datagram);
  return !isRejected(identified) || identified.kind === 'format';
}

async function* framesOf(content: Content): AsyncGenerator<Frame> {
  let rest = new Uint8Array();
  for await (const part of content()) {
    const bytes = new Uint8Array(rest.length + part.length);
    bytes.set(rest);
    bytes.set(part, rest.length);
    let start = 0;
    for (const frame of decodeFrames(bytes)) {
      yield frame;
      start += sizeOfFrame(frame);
    }
    rest = bytes.subarray(start);
  }
}

/** The sessions in a recording that ended at `endedAt`, in ISO 8601. @throws NotImportable without one. */
export async function sessionsOf(content: Content, endedAt: string): Promise<SessionUpload[]> {
  let duration = 0;
  for await (const { time } of framesOf(content)) duration = time;
  const begun = Date.parse(endedAt) - duration;
  const sessions = new Set<SessionRecord>();
  const tracker = new SessionTracker({
    onStart: () => undefined,
    onPacket: () => undefined,
    onEnd: (session) => sessions.add(session),
  });
  for await (const { time, datagram } of framesOf(content)) tracker.receive(datagram, begun + time);
  tracker.end();
  const uploads = [...sessions].flatMap((session) => session.toUpload() ?? []);
  if (uploads.length > 0) return uploads;
  const { received, lastRejection } = tracker.reception();
  throw new NotImportable(
    received === 0 && lastRejection !== null
      ? `it is a recording of packets, and none can be read: ${lastRejection}`
      : 'it is a recording of packets without a session that has a lap or a result',
  );
}
