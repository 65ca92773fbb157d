import type { SessionSummary } from '#contract/entities/session';
import { isIncomplete } from '#contract/race/describe-session';
import { PageLink } from '../../components/PageLink.tsx';
import { typeCode } from './type-code.ts';

/** The other sessions of a weekend, as links in one line. */
export function SessionChips({ sessions }: { sessions: readonly SessionSummary[] }) {
  if (sessions.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-1">
      {sessions.map((session) => {
        const { code, name } = typeCode(session);
        const isPartial = isIncomplete(session);
        return (
          <li key={session.id}>
            <PageLink
              href={`/sessions/${session.id}`}
              aria-label={isPartial ? `${name}, incomplete` : name === code ? undefined : name}
              className="group flex h-11 min-w-11 items-center justify-center gap-1.5 text-14 font-650"
            >
              <span className="rounded-full border border-line px-3 py-0.5 group-hover:border-mute">
                {code}
                {isPartial ? <span className="text-amber"> incomplete</span> : null}
              </span>
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}
