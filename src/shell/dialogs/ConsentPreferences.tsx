import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useFocusOnMount } from '../../navigation/use-focus-on-mount.ts';
import { ConsentChoices } from './ConsentChoices.tsx';
import type { ConsentViewProps } from './ConsentRequest.tsx';

/** The second view: one choice for each category. */
export function ConsentPreferences({ consent, hasAnalytics }: ConsentViewProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [analytics, setAnalytics] = useState(consent.consent?.analytics ?? false);
  return (
    <>
      <h2 ref={heading} id="consent-title" tabIndex={-1} className="text-20 font-800">
        Cookie preferences
      </h2>
      <label className="flex items-start gap-3">
        <input type="checkbox" checked disabled className="mt-0.5 size-5 shrink-0 accent-red" />
        <span className="grid">
          <b className="font-750">Necessary</b>
          <span className="text-14 text-mute">Stores this choice and keeps you logged in. Always on.</span>
        </span>
      </label>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={analytics}
          onChange={(event) => setAnalytics(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-red"
        />
        <span className="grid">
          <b className="font-750">Analytics</b>
          <span className="text-14 text-mute">
            {hasAnalytics
              ? 'Google Analytics counts visits. It sets the cookies _ga (2 years) and _gid (24 hours).'
              : 'This server doesn’t use analytics, whatever you choose here.'}
          </span>
        </span>
      </label>
      <ConsentChoices consent={consent} />
      <Button onClick={() => consent.acceptSelection({ analytics })}>Accept current selection</Button>
    </>
  );
}
