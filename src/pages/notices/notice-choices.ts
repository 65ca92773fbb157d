import type * as v from 'valibot';
import type { NoticeSettingsUpdate } from '#contract/api/bodies';
import type { NoticeSettings } from '#contract/entities/notice-settings';

export type NoticeChoices = Pick<NoticeSettings, 'kinds' | 'leagues' | 'quiet'>;
export type NoticeChanges = v.InferInput<typeof NoticeSettingsUpdate>;

/** What is sent of changed choices: the rest may be another one by now, chosen on another device. */
export function changesOf(
  before: Pick<NoticeChoices, 'kinds'>,
  { kinds, leagues, quiet }: Partial<NoticeChoices>,
): NoticeChanges {
  const changed = kinds?.filter(({ kind, push, mail }) =>
    before.kinds.every((each) => each.kind !== kind || each.push !== push || each.mail !== mail),
  );
  return {
    // The server has named these kinds.
    ...(changed && { kinds: changed.map(({ kind, push, mail }) => ({ kind: kind as 'answerBy', push, mail })) }),
    ...(leagues && { mutedLeagues: leagues.filter(({ isMuted }) => isMuted).map(({ id }) => id) }),
    ...(quiet !== undefined && { quiet }),
  };
}
