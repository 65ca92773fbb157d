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
