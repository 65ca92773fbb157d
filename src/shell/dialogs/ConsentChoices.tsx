import type { ConsentDialogState } from '../../actors/consent.ts';
import { Button } from '../../components/Button.tsx';

/** Reject all and accept all, side by side. */
export function ConsentChoices({ consent }: { consent: ConsentDialogState }) {
  return (
    <p className="grid grid-cols-2 gap-3">
      <Button kind="choice" onClick={consent.rejectAll}>
        Reject all
      </Button>
      <Button kind="choice" onClick={consent.acceptAll}>
        Accept all
      </Button>
    </p>
  );
}
