import type { SessionSummary } from '#contract/entities/session';

/** Says that not everybody sees a session; nothing for a public one. */
export function PrivateMark({
  session: { isPrivate, hasKey },
}: {
  session: Pick<SessionSummary, 'isPrivate' | 'hasKey'>;
}) {
  if (isPrivate !== true) return null;
  return <span className="text-12 font-650 text-amber">{hasKey === true ? 'Private · with a key' : 'Private'}</span>;
}
