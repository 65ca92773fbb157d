import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionUpload } from '#contract/api/bodies';
import { readFrames } from '../captures/frames.ts';
import type { SessionRecord } from './session-record.ts';
import { SessionTracker } from './session-tracker.ts';

const folder = join(process.env.PITBOARD_DATA ?? '', 'cases');
const hasData = process.env.PITBOARD_DATA !== undefined && existsSync(folder);
if (!hasData) console.log('SKIPPED: captures of drivers and teams (PITBOARD_DATA is not set)');

async function driversOf(name: string): Promise<SessionUpload['drivers']> {
  const ended: SessionRecord[] = [];
  const ignore = () => undefined;
  const tracker = new SessionTracker({ onStart: ignore, onPacket: ignore, onEnd: (session) => ended.push(session) });
  const begun = Date.parse('2026-05-01T18:00:00.000Z');
  for await (const { time, datagram } of readFrames(join(folder, `${name}.cap.gz`)))
    tracker.receive(datagram, begun + time);
  tracker.end();
  return ended[0]?.toUpload()?.drivers ?? [];
}

describe.runIf(hasData)('captures of drivers and teams', () => {
  test.each([
    ['my-team-255', ['My Team', 'Custom team', 'F1 Generic', 'Team 250']],
    ['f2-teams-2024', ['ART GP 2023', 'Carlin 2023', 'Prema 2023', 'Virtuosi 2023']],
  ])('every car of %s has a team', async (name, teams) => {
    expect((await driversOf(name)).map(({ team }) => team)).toEqual(teams);
  });

  test('a driver who comes back under another car index keeps the name', async () => {
    const drivers = await driversOf('quit-rejoin-other-index');
    const named = drivers.map(({ carIndex, name, finishingPosition }) => [carIndex, name, finishingPosition]);
    expect(named.filter(([, name]) => name === 'Cam Ferreira')).toEqual([
      [2, 'Cam Ferreira', 5],
      [4, 'Cam Ferreira', 4],
    ]);
  });
});
