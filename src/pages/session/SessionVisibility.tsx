import { useState } from 'react';
import type { Session } from '#contract/entities/session';
import { Button } from '../../components/Button.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { VisibilityDialog } from '../dashboard/sessions/VisibilityDialog.tsx';

/** Makes the session that is shown public, or private, after a question. */
export function SessionVisibility({ session }: { session: Session }) {
  const [isAsked, setIsAsked] = useState(false);
  const dialog = useDialogHistory(() => setIsAsked(false));
  const isPrivate = session.isPrivate === true;
  return (
    <>
      <Button
        icon={isPrivate ? pageIcons.unlock : pageIcons.lock}
        onClick={() => {
          setIsAsked(true);
          dialog.open();
        }}
      >
        {isPrivate ? 'Make public' : 'Make private'}
      </Button>
      <VisibilityDialog session={isAsked ? session : null} dialog={dialog} />
    </>
  );
}
