import { readdirSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { RaceControlEntries } from '#contract/entities/race-control';
import { prepareUpload } from '../domain/prepare-upload.ts';
import { readRecordings, readWeekend, recordingsFolder } from './recordings.ts';

const files = readdirSync(recordingsFolder);

test.each(files)('%s has sessions as the contract describes them', async (name) => {
  const sessions = readRecordings(name.replace('.json', ''));
  expect(sessions).not.toEqual([]);
  for (const { raceControl, ...session } of sessions) {
    v.parse(v.optional(RaceControlEntries), raceControl);
    await prepareUpload(v.parse(SessionUpload, session));
  }
});

test('all times of a weekend move with the start of its last session', () => {
  const read = (start: string) => readWeekend('monza', start);
  const [before, after] = [read('2026-05-01T18:00:00.000Z'), read('2026-06-01T18:00:00.000Z')];
  expect(after.at(-1)?.sessionStartTime).toBe('2026-06-01T18:00:00.000Z');
  expect(JSON.stringify(before)).not.toContain('2026-06-01');
  expect(JSON.stringify(after).replaceAll('2026-06-01', '2026-05-01')).toBe(JSON.stringify(before));
  expect(after.at(-1)?.overtakes.length).toBeGreaterThan(0);
});
