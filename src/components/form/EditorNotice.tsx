import { Button } from '../Button.tsx';

interface EditorNoticeProps {
  readonly editor: {
    readonly isDirty: boolean;
    readonly isRestored: boolean;
    readonly isOffline: boolean;
    readonly isSaving: boolean;
    readonly isDraftLost: boolean;
    readonly discard: () => void;
  };
}

/** Says that there are unsaved changes, where they are stored, and how to discard them. */
export function EditorNotice({ editor }: EditorNoticeProps) {
  const { isDirty, isRestored, isOffline, isSaving, isDraftLost, discard } = editor;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-14 text-mute empty:hidden">
      {isDirty && !isSaving ? (
        <>
          {isDraftLost
            ? 'This device cannot store your changes. Keep this page open until they are saved.'
            : isOffline
              ? 'Your changes are kept on this device. Save them when you are back online.'
              : isRestored
                ? 'These are unsaved changes from your last visit.'
                : 'Unsaved changes, kept on this device.'}
          <Button kind="link" onClick={discard}>
            Discard
          </Button>
        </>
      ) : null}
    </p>
  );
}
