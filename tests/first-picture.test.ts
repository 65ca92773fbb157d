import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SessionType, Track } from '#contract/enumerations';
import { type LiveDocument, treeOf } from '#contract/live/document';
import { documentOf } from '#contract/live/first-part';
import { inParts } from '#contract/live/split-document';
import { toDocument } from '#contract/live/to-document';
import { liveFlag } from '#contract/race/live-flag';
import { type LiveLine, timingOf } from '#contract/race/live-timing';
import { createField } from './simulator/field.ts';
import { createLiveQualifying } from './simulator/live-qualifying.ts';
import { createRandom } from './simulator/random.ts';
import { createSimulatedRace, type SimulatedRace } from './simulator/simulated-race.ts';

const startsAt = '2026-05-01T18:00:00.000Z';
const field = createField(createRandom('first'), 22);
const plan = { seed: 'first', track: Track.Monza, field, startsAt, minutes: 40 };

/** Gaps of 55 s and more are those of the game until earlier laps are there, which differ by less than a second. */
const isFar = ({ gap }: LiveLine) => gap !== null && 'milliseconds' in gap && gap.milliseconds > 54_000;

/** A car that is out has a word in place of its gap. */
const gapOf = (line: LiveLine) => (line.isOut ? 'out' : isFar(line) ? 'far' : line.gap);

/** All that a tower and the flag of its header are drawn with. */
function shownOf(document: Partial<LiveDocument>) {
  const { lines, ...others } = timingOf(document);
  const shown = lines.map((line) => {
    const { driver, ...numbers } = line;
    const { name, team, carNumber, totalPenaltiesSeconds, totalCornerCutWarnings } = driver;
    return { ...numbers, gap: gapOf(line), name, team, carNumber, totalPenaltiesSeconds, totalCornerCutWarnings };
  });
  return { ...others, lines: shown, flag: liveFlag(document, lines[0]?.driver.resultStatus) };
}

test.each<[string, SimulatedRace]>([
  ['race', createSimulatedRace(plan)],
  ['qualifying', createLiveQualifying({ ...plan, type: SessionType.Q1, knockedOut: [], minutes: 12 })],
])('the tower of a %s is the same without the rest of its document', (_, session) => {
  for (let step = 0; step <= 80; step += 1) {
    const document = toDocument(session.at((session.duration * step) / 80));
    const first = documentOf(inParts(treeOf(document)).first) as Partial<LiveDocument>;
    expect(shownOf(first)).toEqual(shownOf(document));
  }
});

test('the first part grows little during a race', () => {
  const race = createSimulatedRace(plan);
  const sizes = [0.1, 0.9].map((share) => {
    const document = treeOf(toDocument(race.at(race.duration * share)));
    return [document, inParts(document).first].map((part) => gzipSync(JSON.stringify(part)).length);
  });
  const [[earlyWhole = 0, early = 0] = [], [lateWhole = 0, late = 0] = []] = sizes;
  expect(lateWhole).toBeGreaterThan(2 * earlyWhole);
  expect(late).toBeLessThan(1.25 * early);
});
