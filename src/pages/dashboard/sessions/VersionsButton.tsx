import { Button } from '../../../components/Button.tsx';
import { formatShortDay } from '../../../format/date.ts';
import type { OwnSession } from './session-rows.ts';
import { sessionTitle } from './session-title.ts';

interface VersionsButtonProps {
  readonly session: OwnSession;
  readonly onShow: (session: OwnSession) => void;
}

/** Says that another version of a session can be restored; nothing for sessions without one. */
export function VersionsButton({ session, onShow }: VersionsButtonProps) {
  const { otherVersionAt } = session;
  if (otherVersionAt === undefined) return null;
  return (
    <Button
      kind="link"
      className="text-left text-14 text-amber max-desk:min-h-11"
      onClick={() => onShow(session)}
      aria-label={`Restore another version of ${sessionTitle(session)}`}
    >
      Replaced {formatShortDay(otherVersionAt)} · Restore…
    </Button>
  );
}
