import type { ConsentDialogState } from '../../actors/consent.ts';
import { Button } from '../../components/Button.tsx';
import { useFocusOnMount } from '../../navigation/use-focus-on-mount.ts';
import { ConsentChoices } from './ConsentChoices.tsx';

export interface ConsentViewProps {
  readonly consent: ConsentDialogState;
  readonly hasAnalytics: boolean;
}

/** The first view: accept all, reject all, or choose. */
export function ConsentRequest({ consent, hasAnalytics }: ConsentViewProps) {
  // Not on a button: its focus ring would favour one of the choices.
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <>
      <h2 ref={heading} id="consent-title" tabIndex={-1} className="text-20 font-800">
        Cookies
      </h2>
      <p className="text-mute">
        {hasAnalytics
          ? 'May this site count your visits with Google Analytics? Everything works without it, and you can change your choice at the bottom of every page.'
          : 'This server doesn’t use analytics. The only cookie it sets stores your choice.'}
      </p>
      <ConsentChoices consent={consent} />
      <Button onClick={consent.openPreferences}>Manage Individual preferences</Button>
    </>
  );
}
