import { describe, expect, test } from 'vitest';
import { areSimilar, similarNames } from './similar-names.ts';

describe('similar are', () => {
  test.each([
    ['Mika Varga', 'mika_varga'],
    ['Luís Araújo', 'Luis Araujo'],
    ['Mika Varga', 'MikaVarga_TV'],
    ['[APX] Elin', 'Elin'],
    ['Lindqvist', 'Lindquist'],
    ['Ada Okoro Smith', 'Ada Okorro Smit'],
  ])('%s and %s', (one, other) => {
    expect(areSimilar(one, other)).toBe(true);
  });

  test.each([
    ['Max', 'Maxim'],
    ['Ada', 'Ida'],
    ['Mika Varga', 'Ada Okoro'],
    ['!!!', '???'],
    ['Varga', 'Verga-Lee'],
    ['McLaren #4', 'McLaren #81'],
    ['McLaren #4', 'McLaren #44'],
  ])('not %s and %s', (one, other) => {
    expect(areSimilar(one, other)).toBe(false);
  });
});

describe('suggested groups', () => {
  test('have the name of most sessions first', () => {
    const sessions = [['MikaVarga', 'Ada'], ['Mika Varga', 'Ada'], ['Mika Varga'], ['mika.varga']];
    expect(similarNames(sessions, new Set())).toEqual([['Mika Varga', 'MikaVarga', 'mika.varga']]);
  });

  test('never have two names of one session: these are two drivers', () => {
    expect(similarNames([['Mika Varga', 'Mika Varga 2'], ['Mika Varga']], new Set())).toEqual([]);
  });

  test('leave out names that are decided, and those that the game gives to anybody', () => {
    const sessions = [
      ['Mika Varga', 'Player'],
      ['MikaVarga', 'Player 1'],
    ];
    expect(similarNames(sessions, new Set(['MikaVarga']))).toEqual([]);
    expect(similarNames([['Player'], ['Player #2'], ['Player (car 3)', 'Player (car 4)']], new Set())).toEqual([]);
  });
});

describe('with the cars of the names', () => {
  const cars = new Map([
    ['Max', { numbers: [4], teams: ['Aurora'] }],
    ['maxv', { numbers: [4], teams: ['aurora'] }],
    ['Player #4', { numbers: [4], teams: ['Aurora'] }],
    ['Mika Varga', { numbers: [7], teams: ['Lanza'] }],
    ['MikaVarga', { numbers: [8], teams: ['Lanza'] }],
    ['Elin L', { numbers: [], teams: [] }],
    ['ElinL', { numbers: [9], teams: ['Lanza'] }],
  ]);
  const sessions = [
    ['Max', 'Mika Varga', 'Elin L'],
    ['maxv', 'MikaVarga', 'ElinL'],
    ['Player #4', 'Mika Varga'],
  ];

  test('the same number and team are one driver, first of all; two numbers never are', () => {
    expect(similarNames(sessions, new Set(), { cars })).toEqual([
      ['Max', 'maxv', 'Player #4'],
      ['Elin L', 'ElinL'],
    ]);
  });

  test('two cars of one session are two drivers, also with the same number and team', () => {
    const both = new Map(cars).set('Ben', { numbers: [4], teams: ['Aurora'] });
    expect(similarNames([['Max', 'Ben']], new Set(), { cars: both })).toEqual([]);
  });

  test('a driver of the roster is shown, raced or not, and is in no group with another', () => {
    const roster = ['Max Verlo', 'Lia'];
    const known = new Map(cars)
      .set('Max Verlo', { numbers: [4], teams: ['Aurora'] })
      .set('Lia', { numbers: [40], teams: ['Aurora'] });
    expect(similarNames(sessions, new Set(), { cars: known, roster })[0]).toEqual([
      'Max Verlo',
      'Max',
      'maxv',
      'Player #4',
    ]);
    // A reserve with the number of a regular driver: the number says nothing then.
    const shared = new Map(known).set('Lia', { numbers: [4], teams: ['Aurora'] });
    expect(
      similarNames([['Q']], new Set(), { cars: shared.set('Q', { numbers: [4], teams: ['Aurora'] }), roster }),
    ).toEqual([]);
    // A name recorded under a roster name stays a candidate beside it.
    expect(similarNames([['Max Verlo'], ['maxv']], new Set(['Max Verlo']), { cars: known, roster })[0]).toEqual([
      'Max Verlo',
      'maxv',
    ]);
  });
});

test('spellings of one name are no suggestion: they are one driver already', () => {
  expect(similarNames([['HAMILTON'], ['Hamilton'], ['Sergio Pérez'], ['SERGIO PEREZ']], new Set())).toEqual([]);
  expect(similarNames([['Hamilton'], ['Hamilton 44']], new Set(['HAMILTON']))).toEqual([]);
});
