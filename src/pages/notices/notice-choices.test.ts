import { expect, test } from 'vitest';
import { kindOfNotice } from '#contract/entities/notice';
import { changesOf, choicesWith, withRow } from './notice-choices.ts';

const choice = (kind: 'answerBy' | 'raceIsLive') => ({
  kind,
  label: kindOfNotice(kind).label,
  push: true,
  mail: false,
});
const leagues = [
  { id: 'a', name: 'Sunday', isMuted: false },
  { id: 'b', name: 'Monday', isMuted: false },
];
const settings = { kinds: [choice('answerBy'), choice('raceIsLive')], leagues, quiet: null };

test('what another device has chosen meanwhile is not sent again as it was', () => {
  const kinds = withRow(undefined, 'kind', { ...choice('answerBy'), mail: true });
  expect(changesOf(settings, { kinds })).toEqual({ kinds: [{ kind: 'answerBy', push: true, mail: true }] });
  expect(changesOf(settings, { quiet: null })).toEqual({ quiet: null });
  const muted = { leagues: withRow(undefined, 'id', { id: 'a', name: 'Sunday', isMuted: true }) };
  expect(changesOf(settings, muted)).toEqual({ mutedLeagues: ['a'] });
  // The choices were read again since.
  const later = {
    kinds: [choice('answerBy'), { ...choice('raceIsLive'), push: false }],
    leagues: leagues.map((one) => ({ ...one, isMuted: one.id === 'b' })),
    quiet: { from: '22:00', to: '07:00' },
  };
  expect(choicesWith(later, { kinds })).toEqual({ ...later, kinds: [...kinds, later.kinds[1]] });
  expect(changesOf(later, { kinds })).toEqual({ kinds: [{ kind: 'answerBy', push: true, mail: true }] });
  expect(changesOf(later, muted)).toEqual({ mutedLeagues: ['a', 'b'] });
});

test('a row that is changed twice is there once', () => {
  const once = withRow(undefined, 'kind', { ...choice('answerBy'), mail: true });
  expect(withRow(once, 'kind', choice('answerBy'))).toEqual([choice('answerBy')]);
});
