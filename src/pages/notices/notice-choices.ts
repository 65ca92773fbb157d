import type * as v from 'valibot';
import type { NoticeSettingsUpdate } from '#contract/api/bodies';
import type { NoticeSettings } from '#contract/entities/notice-settings';

export type NoticeChoices = Pick<NoticeSettings, 'kinds' | 'leagues' | 'quiet'>;
export type NoticeChanges = v.InferInput<typeof NoticeSettingsUpdate>;

/** The choices that are shown: those of the account, which may change meanwhile, with the kinds and leagues changed here. */
export function choicesWith({ kinds, leagues, quiet }: NoticeChoices, changes: Partial<NoticeChoices>): NoticeChoices {
  return {
    kinds: kinds.map((one) => changes.kinds?.find(({ kind }) => kind === one.kind) ?? one),
    leagues: leagues.map((one) => changes.leagues?.find(({ id }) => id === one.id) ?? one),
    quiet: changes.quiet === undefined ? quiet : changes.quiet,
  };
}

/** Changed rows with another one. */
export function withRow<Row>(rows: readonly Row[] | undefined, key: keyof Row, row: Row): Row[] {
  return [...(rows ?? []).filter((one) => one[key] !== row[key]), row];
}

/** What is sent of changed choices: the rest may be another one by now, chosen on another device. */
export function changesOf(before: NoticeChoices, changes: Partial<NoticeChoices>): NoticeChanges {
  const { leagues } = choicesWith(before, changes);
  const changed = changes.kinds?.filter(({ kind, push, mail }) =>
    before.kinds.every((each) => each.kind !== kind || each.push !== push || each.mail !== mail),
  );
  return {
    // The server has named these kinds.
    ...(changed && { kinds: changed.map(({ kind, push, mail }) => ({ kind: kind as 'answerBy', push, mail })) }),
    ...(changes.leagues && { mutedLeagues: leagues.filter(({ isMuted }) => isMuted).map(({ id }) => id) }),
    ...(changes.quiet !== undefined && { quiet: changes.quiet }),
  };
}
