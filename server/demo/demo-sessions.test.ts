import { expect, test } from 'vitest';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { createQualifying } from './demo-sessions.ts';

const startsAt = '2026-05-01T18:00:00.000Z';

test('the parts of qualifying follow each other, each without the last cars of the part before, and begin anew', () => {
  const simulate = createQualifying();
  const parts = ['a', 'b', 'c', 'd'].map((id) => simulate({ id, startsAt, type: null }));
  const ends = parts.map((part) => part.at(part.duration));
  const { Q1, Q2, Q3 } = SessionType;
  expect(ends.map(({ sessionType }) => sessionType)).toEqual([Q1, Q2, Q3, Q1]);
  const running = (index: number) =>
    ends[index]?.drivers
      .filter(({ resultStatus }) => resultStatus === ResultStatus.Finished)
      .map(({ carIndex }) => carIndex);
  const first = (index: number, count: number) =>
    ends[index]?.drivers.filter(({ position }) => Number(position) <= count).map(({ carIndex }) => carIndex);
  expect([running(1), running(2)]).toEqual([first(0, 16), first(1, 10)]);
  expect(ends[0]?.internalSessionId).not.toBe(ends[3]?.internalSessionId);
});

test('a part that was interrupted goes on, and the next one follows it', () => {
  const simulate = createQualifying();
  const part = simulate({ id: 'b', startsAt, type: SessionType.Q2 });
  expect(part.at(60_000).sessionType).toBe(SessionType.Q2);
  expect(simulate({ id: 'c', startsAt, type: null }).at(0).sessionType).toBe(SessionType.Q3);
});
