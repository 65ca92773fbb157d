import type { SessionSummary } from '#contract/entities/session';
import { useSessionVisibility } from '../../../actors/session-visibility.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { privacyText, visibilityText } from '../../../format/privacy-words.ts';
import type { DialogHandle } from '../../../navigation/use-dialog-history.ts';
import { sessionTitle } from './session-title.ts';

interface VisibilityDialogProps {
  /** Null while the dialog is closed. */
  readonly session: SessionSummary | null;
  readonly dialog: Pick<DialogHandle, 'ref' | 'close' | 'onClose'>;
}

/** Makes an own session public, or private, and says what follows. */
export function VisibilityDialog({ session, dialog }: VisibilityDialogProps) {
  return (
    <Sheet
      id="visibility-title"
      title="Who can see this session"
      {...(session === null ? {} : { note: sessionTitle(session) })}
      dialog={dialog}
    >
      {session === null ? null : <VisibilityForm key={session.id} session={session} onDone={dialog.close} />}
    </Sheet>
  );
}

function VisibilityForm({ session, onDone }: { session: SessionSummary; onDone: () => void }) {
  const isPrivate = session.isPrivate === true;
  const { submit, isBusy, failure, secondsLeft, wait } = useSessionVisibility(session.id, onDone);
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit(isPrivate))}>
      <p className="font-650">{privacyText(session, true) ?? 'Public: everybody sees it.'}</p>
      <p className="text-mute">{visibilityText(session)}</p>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <SubmitButton
        label={isPrivate ? 'Make public' : 'Make private'}
        isBusy={isBusy}
        wait={wait}
        isDisabled={secondsLeft > 0}
      />
    </form>
  );
}
