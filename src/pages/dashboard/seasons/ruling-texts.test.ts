import { expect, test } from 'vitest';
import { rulingText } from '../../../format/ruling-text.ts';
import { blankRuling, linkedRuling, rulingIn, toggleCar, usualReasons } from './ruling-texts.ts';

const texts = { ...blankRuling, carIndex: 4, reason: ' cut ' };
const made = { sessionId: 's', reason: 'cut', carIndex: 4 };

test('a typed ruling has the unit of its kind', () => {
  expect(rulingIn({ ...texts, kind: 'time', amount: '-2,5' }, 's')).toEqual({
    ...made,
    kind: 'time',
    milliseconds: -2_500,
  });
  expect(rulingIn({ ...texts, kind: 'places', amount: '3' }, 's')).toEqual({ ...made, kind: 'places', places: 3 });
  expect(rulingIn({ ...texts, kind: 'points', amount: '-7.5' }, 's')).toEqual({
    ...made,
    kind: 'points',
    points: -7.5,
  });
  expect(rulingIn({ ...texts, kind: 'disqualify' }, 's')).toEqual({ ...made, kind: 'disqualify' });
  expect(rulingIn({ ...texts, kind: 'excludeSession', carIndex: null }, 's')).toEqual({
    sessionId: 's',
    reason: 'cut',
    kind: 'excludeSession',
  });
});

test('a draft says so, and a form that was stored before there were drafts makes a ruling in force', () => {
  const { state: _, ...older } = { ...texts, kind: 'disqualify' as const };
  expect(rulingIn({ ...older, state: 'draft' }, 's')).toEqual({ ...made, kind: 'disqualify', state: 'draft' });
  expect(rulingIn(older, 's')).toEqual({ ...made, kind: 'disqualify' });
});

test('a ruling has the moment that it is about', () => {
  expect(rulingIn({ ...texts, kind: 'disqualify', at: 754_200 }, 's')).toEqual({
    ...made,
    kind: 'disqualify',
    at: 754_200,
  });
  expect(rulingIn({ ...texts, kind: 'excludeSession', at: 0 }, 's')).toMatchObject({ at: 0 });
});

test('the form of a link has its session beside car and moment, so that a draft of it has them too', () => {
  const sessions = ['sprint', 'race', 'other'].map((id) => ({
    session: { id } as never,
    scoring: id === 'sprint' ? 'sprint' : 'race',
  })) as Parameters<typeof linkedRuling>[1];
  const formOf = (search: string) => {
    const { sessionId, carIndex, at } = linkedRuling(search, sessions);
    return [sessionId, carIndex, at];
  };
  expect(formOf('?at=754.2&session=other&car=3')).toEqual(['other', 3, 754_200]);
  expect(formOf('?session=other')).toEqual(['other', null, null]);
  // Car and moment are those of a session.
  for (const search of ['', '?at=754.2&session=gone&car=3', '?at=5&car=3'])
    expect(formOf(search)).toEqual(['race', null, null]);
});

test('a ruling that lacks something is none', () => {
  const ruling = { ...texts, amount: '5' };
  for (const change of [{ reason: ' ' }, { carIndex: null }, { amount: '' }, { amount: '0' }, { amount: '90000' }])
    expect(rulingIn({ ...ruling, ...change }, 's')).toBeNull();
  expect(rulingIn({ ...ruling, kind: 'places', amount: '1.5' }, 's')).toBeNull();
  expect(rulingIn(ruling, '')).toBeNull();
});

test('a reason counts as many characters as a person sees', () => {
  const ruling = { ...texts, kind: 'disqualify' } as const;
  const reason = '👨‍👩‍👧‍👦'.repeat(500);
  expect(rulingIn({ ...ruling, reason }, 's')).toEqual({ ...made, kind: 'disqualify', reason });
  expect(rulingIn({ ...ruling, reason: `${reason}🏁` }, 's')).toBeNull();
  expect(usualReasons([{ reason: '🏁'.repeat(41) }, { reason: '🏁'.repeat(40) }])[0]).toBe('🏁'.repeat(40));
});

test('a ruling is told by what it does', () => {
  const words = (ruling: object) => rulingText({ ...made, ...ruling } as Parameters<typeof rulingText>[0]);
  expect(words({ kind: 'time', milliseconds: 5_000 })).toBe('+5 s');
  expect(words({ kind: 'time', milliseconds: -2_500 })).toBe('−2.5 s');
  expect(words({ kind: 'places', places: 1 })).toBe('1 place back');
  expect(words({ kind: 'places', places: -3 })).toBe('3 places forward');
  expect(words({ kind: 'points', points: -1 })).toBe('−1 point');
  expect(words({ kind: 'disqualify' })).toBe('Disqualified');
});

test('a reprimand is a ruling of no points', () => {
  const reprimand = { ...made, kind: 'points', points: 0 } as const;
  expect(rulingIn({ ...texts, kind: 'reprimand' }, 's')).toEqual(reprimand);
  expect(rulingText({ ...reprimand, sessionId: 's' })).toBe('Reprimand');
});

test('several cars are ruled on at once', () => {
  const one = toggleCar({ carIndex: null }, 4);
  const two = toggleCar(one, 7);
  expect([one, two]).toEqual([
    { carIndex: 4, otherCars: [] },
    { carIndex: 4, otherCars: [7] },
  ]);
  expect(toggleCar(two, 4)).toEqual({ carIndex: 7, otherCars: [] });
  expect(toggleCar(one, 4)).toEqual({ carIndex: null, otherCars: [] });
  expect(rulingIn({ ...texts, ...two, kind: 'disqualify' }, 's')).toEqual({
    ...made,
    kind: 'disqualify',
    otherCars: [7],
  });
});

test('reasons that a season has given come first, the latest before the others, each once', () => {
  const given = ['Track limits', 'Slow on track', 'x'.repeat(41), 'Cut the chicane', 'Track limits'].map((reason) => ({
    reason,
  }));
  expect(usualReasons(given)).toEqual([
    'Track limits',
    'Cut the chicane',
    'Slow on track',
    'Caused a collision',
    'Unsafe release',
    'Jump start',
  ]);
});

test('licence points stand alone or beside another ruling', () => {
  const alone = { ...made, kind: 'points', points: 0, licencePoints: 3 } as const;
  expect(rulingIn({ ...texts, kind: 'licence', amount: '3' }, 's')).toEqual(alone);
  expect(rulingText(alone)).toBe('3 licence points');
  const beside = { ...made, kind: 'time', milliseconds: 5_000, licencePoints: 1 } as const;
  expect(rulingIn({ ...texts, kind: 'time', amount: '5', licencePoints: '1' }, 's')).toEqual(beside);
  expect(rulingText(beside)).toBe('+5 s, 1 licence point');
  for (const licencePoints of ['0', '-1', '1.5', '100', 'x'])
    expect(rulingIn({ ...texts, kind: 'disqualify', licencePoints }, 's')).toBeNull();
  expect(rulingIn({ ...texts, kind: 'licence', amount: '' }, 's')).toBeNull();
});
