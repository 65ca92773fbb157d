import type { ConsentDialogState } from '../../actors/consent.ts';

// Both choices must look the same, by law.
const choice = 'action bg-text text-black';

/** Reject all and accept all, side by side. */
export function ConsentChoices({ consent }: { consent: ConsentDialogState }) {
  return (
    <p className="grid grid-cols-2 gap-3">
      <button type="button" className={choice} onClick={consent.rejectAll}>
        Reject all
      </button>
      <button type="button" className={choice} onClick={consent.acceptAll}>
        Accept all
      </button>
    </p>
  );
}
