import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import type { Session } from '#contract/entities/session';
import { type Scoring, Track } from '#contract/enumerations';
import { correctedSession, resultText } from './corrected-session.ts';
import { parseResult } from './typed-result.ts';
import { typedSession } from './typed-session.ts';

const id = '01a21b1e-8325-73c4-896d-a64288c79dc8';

function stored(text: string, scoring: Scoring = 'race'): Session {
  const startsAt = '2026-11-01T19:00:00.000Z';
  const upload = typedSession({ track: Track.Monza, startsAt, scoring, places: parseResult(text).places, key: id });
  return { ...upload, id, sessionId: id, userId: id, userName: null, weekendId: null } as Session;
}

test('a stored result is the text that makes it', () => {
  for (const [text, scoring] of [
    [
      '1. Ada, Northline, 41:30.599, 29 laps, FL 1:24.617, Grid 2\n2. 44 Bo, 41:32.478, Grid 1\n3. Cy, +1 lap\n4, "Di, the ""Dog""", "A, B", DNF\n5. Eve, 1 lap, RET\n6. Fay, NC\n7. 77, DSQ',
      'race',
    ],
    ['1. Ada, 41:30.599\n2. Bo, +1 lap\n3. Cy, +2 laps', 'race'],
    ['1. Ada, Northline, 1:23.904\n2. Bo, 1:24.086\n3. Cy', 'none'],
  ] as const) {
    const session = stored(text, scoring);
    expect(resultText(session)).toBe(text);
    const { id: _, sessionId, userId, userName, weekendId, ...upload } = session;
    expect(correctedSession(session, parseResult(text).places)).toEqual(upload);
  }
});

test('drivers keep their car in another order, so that rulings stay with them; others get one that nobody had', () => {
  const session = stored('Ada\nBo\nCy');
  const corrected = correctedSession(session, parseResult('Cy\nDi\nAda').places);
  expect(v.parse(SessionUpload, corrected)).toEqual(corrected);
  expect(corrected.internalSessionId).toBe(session.internalSessionId);
  expect(corrected.sessionStartTime).toBe(session.sessionStartTime);
  expect(corrected.drivers.map(({ name, carIndex, finishingPosition }) => [name, carIndex, finishingPosition])).toEqual(
    [
      ['Cy', 2, 1],
      ['Di', 3, 2],
      ['Ada', 0, 3],
    ],
  );
});
