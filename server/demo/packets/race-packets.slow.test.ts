import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import type { LiveDetail } from '#contract/live/document';
import { asSent, raceOf } from '#tests/recorder/race-source';
import { formats } from '../../../recorder/game/layout.ts';
import type { SessionRecord } from '../../../recorder/session/session-record.ts';
import { SessionTracker } from '../../../recorder/session/session-tracker.ts';
import { racePackets, type TimedDatagram } from './race-packets.ts';

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
/** Feeds packets to a recorder, and returns the session that it made of them. */
function record(packets: Iterable<TimedDatagram>): LiveDetail {
  const ended: SessionRecord[] = [];
  const ignore = () => undefined;
  const tracker = new SessionTracker({ onStart: ignore, onPacket: ignore, onEnd: (session) => ended.push(session) });
  for (const { time, datagram } of packets) tracker.receive(datagram, startsAt + time);
  tracker.end();
  expect(ended).toHaveLength(1);
  return ended[0]?.read() as LiveDetail;
}

// A race of some minutes is simulated frame by frame.
const timeout = 120_000;

test.each(formats)(
  'the recorded session equals the race: format %i',
  (format) => {
    const race = raceOf(format, startsAt);
    const session = record(racePackets(race, { format, rate: 10 }));
    expect(session).toEqual(asSent(race.at(race.duration), format));
    v.parse(SessionUpload, session);
  },
  timeout,
);
