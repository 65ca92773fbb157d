import * as v from 'valibot';
import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { inputsOf } from '../../tests/arbitrary.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { SessionUpload } from '../api/bodies.ts';
import { Driver } from '../entities/session.ts';
import { LiveDocument, LivePatch, toDetail, treeOf } from './document.ts';
import { applyPatch, createPatch } from './merge-patch.ts';
import { toDocument } from './to-document.ts';

const sessions = inputsOf(SessionUpload)
  .filter((input) => v.is(SessionUpload, input))
  .map((input) => {
    const { liveId: _, completeness: __, resultSource: ___, ...detail } = v.parse(SessionUpload, input);
    return { ...detail, drivers: [...detail.drivers].sort((one, other) => one.carIndex - other.carIndex) };
  });
const numRuns = 150;

/** All fields of a schema; those that a value lacks, as one of an older release does, are null. */
function withAllFields(fields: object, value: object): object {
  const values = new Map(Object.entries(value));
  return Object.fromEntries(Object.keys(fields).map((key) => [key, values.get(key) ?? null]));
}

const { liveId: _, completeness: __, resultSource: ___, ...fields } = SessionUpload.entries;

test('a session becomes a document and is the same session again', () => {
  fc.assert(
    fc.property(sessions, (detail) => {
      const document = v.parse(LiveDocument, JSON.parse(JSON.stringify(toDocument(detail))));
      const drivers = detail.drivers.map((each) => withAllFields(Driver.entries, each));
      expect(toDetail(document)).toEqual(withAllFields(fields, { ...detail, drivers }));
    }),
    { numRuns },
  );
});

test('what only a running session has is in its document and not in the session', () => {
  const detail = upload({ drivers: [driver({ carIndex: 3 })] });
  const running = {
    ...detail,
    drivers: detail.drivers.map((each) => ({
      ...each,
      pitStatus: 1 as const,
      driverStatus: 3 as const,
      isLapInvalid: false,
    })),
    trackFlag: 0 as const,
    sectorFlags: [0, 2, 0] as const,
    isSafetyCarEnding: false,
  };
  const document = v.parse(LiveDocument, toDocument({ ...running, sectorFlags: [...running.sectorFlags] }));
  expect(document).toMatchObject({
    trackFlag: 0,
    sectorFlags: { 0: 0, 1: 2, 2: 0 },
    drivers: { 3: { pitStatus: 1, driverStatus: 3, isLapInvalid: false } },
  });
  expect(toDetail(document)).toEqual(detail);
  expect(v.is(SessionUpload, toDetail(document))).toBe(true);
});

test('the patch between two documents is valid, and makes one of the other', () => {
  fc.assert(
    fc.property(sessions, sessions, (one, other) => {
      const [from, to] = [treeOf(toDocument(one)), treeOf(toDocument(other))];
      const patch = v.parse(LivePatch, createPatch(from, to));
      expect(applyPatch(from, patch)).toEqual(to);
    }),
    { numRuns },
  );
});

const small = toDocument(upload({ drivers: [driver({ carIndex: 3, name: 'Ada', position: 1 })] }));

test('a document has no lists and no nulls', () => {
  expect(small.drivers?.['3']).toEqual({
    name: 'Ada',
    carNumber: 4,
    team: 'Meridian Racing',
    position: 1,
    resultStatus: 3,
  });
  expect(Object.keys(small)).not.toContain('overtakes');
});

test.each([
  [{ drivers: { 64: { name: 'Bo' } } }],
  [{ drivers: { '03': { name: 'Bo' } } }],
  [{ drivers: { 3: { carIndex: 5 } } }],
  [{ isHidden: true }],
  [{ trackFlag: 4 }],
  [{ sectorFlags: { 3: 1 } }],
  [{ drivers: { 3: { pitStatus: 'pit' } } }],
  [{ trackId: 'Monza' }],
  [JSON.parse('{"__proto__": {"trackId": 1}}')],
  [{ drivers: { 3: { lapTimes: { 1000: { invalidLap: false } } } } }],
])('the patch %j is refused', (patch) => {
  expect(v.is(LivePatch, patch)).toBe(false);
});
