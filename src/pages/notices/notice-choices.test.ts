import { expect, test } from 'vitest';
import { kindOfNotice } from '#contract/entities/notice';
import type { NoticeSettings } from '#contract/entities/notice-settings';
import { changesOf } from './notice-choices.ts';

const choice = (kind: 'answerBy' | 'raceIsLive') => ({
  kind,
  label: kindOfNotice(kind).label,
  push: true,
  mail: false,
});
const kinds = [choice('answerBy'), choice('raceIsLive')];
const settings: Pick<NoticeSettings, 'kinds'> = { kinds };

test('what another device has chosen meanwhile is not sent again as it was', () => {
  const changed = [{ ...choice('answerBy'), mail: true }, choice('raceIsLive')];
  expect(changesOf(settings, { kinds: changed })).toEqual({ kinds: [{ kind: 'answerBy', push: true, mail: true }] });
  expect(changesOf(settings, { quiet: null })).toEqual({ quiet: null });
  const leagues = [
    { id: 'a', name: 'Sunday', isMuted: true },
    { id: 'b', name: 'Monday', isMuted: false },
  ];
  expect(changesOf(settings, { leagues })).toEqual({ mutedLeagues: ['a'] });
});
