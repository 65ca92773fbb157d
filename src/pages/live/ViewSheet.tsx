import { useState } from 'react';
import { longestDelay } from '#contract/constants';
import { type LiveStore, useLightsOut } from '../../actors/live.ts';
import type { useLiveSettings } from '../../actors/live-settings.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Field } from '../../components/form/Field.tsx';
import { Options } from '../../components/form/Options.tsx';
import { SelectField } from '../../components/form/SelectField.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { canKeepAwake } from './use-wake-lock.ts';

type Settings = ReturnType<typeof useLiveSettings>[0];

export interface ViewSheetProps {
  readonly sessionId: string;
  readonly store: LiveStore;
  readonly settings: Settings;
  readonly onChange: (change: Partial<Settings>) => void;
  readonly onClose: () => void;
}

const paces = { 6: 'Every 6 seconds', 15: 'Every 15 seconds', 30: 'Every 30 seconds', 0: 'Never' } as const;

/** The delay of this viewer, the screen and the summaries for screen readers. */
export function ViewSheet({ sessionId, store, settings, onChange, onClose }: ViewSheetProps) {
  const dialog = useDialogHistory(onClose);
  useOpenDialog(dialog, true);
  return (
    <Sheet id="view-title" title="Delay and display" dialog={dialog}>
      <DelayField sessionId={sessionId} store={store} delay={settings.delaySeconds} onChange={onChange} />
      <SelectField
        label="Summaries for screen readers"
        value={settings.summaryPace}
        onChange={({ target }) => onChange({ summaryPace: paceOf(target.value) })}
      >
        <Options of={([6, 15, 30, 0] as const).map((pace) => [pace, paces[pace]])} />
      </SelectField>
      <label className="flex min-h-11 items-center gap-3 font-650 desk:hidden">
        <input
          type="checkbox"
          checked={settings.isDense}
          onChange={({ target }) => onChange({ isDense: target.checked })}
          className="size-5 accent-red"
        />
        One line for each driver
      </label>
      {canKeepAwake() ? (
        <label className="flex min-h-11 items-center gap-3 font-650">
          <input
            type="checkbox"
            checked={settings.keepsAwake}
            onChange={({ target }) => onChange({ keepsAwake: target.checked })}
            className="size-5 accent-red"
          />
          Keep the screen on
        </label>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="?wall">Big screen</ButtonLink>
        <ButtonLink href={`/dashboard/overlay?race=${sessionId}`}>Overlay for streams</ButtonLink>
      </div>
    </Sheet>
  );
}

interface DelayFieldProps {
  readonly sessionId: string;
  readonly store: LiveStore;
  /** In seconds. */
  readonly delay: number;
  readonly onChange: ViewSheetProps['onChange'];
}

/** The delay in seconds, which the start of the race on a stream can set. */
function DelayField({ sessionId, store, delay, onChange }: DelayFieldProps) {
  const findLightsOut = useLightsOut(sessionId, store);
  const [text, setText] = useState(String(delay));
  const [result, setResult] = useState('');

  async function matchStart(): Promise<void> {
    const pressedAt = store.serverTime();
    const lightsOutAt = await findLightsOut();
    const isKnown = pressedAt !== null && lightsOutAt !== null;
    const seconds = isKnown ? Math.round((pressedAt - lightsOutAt) / 1_000) : null;
    setResult(startText(seconds));
    if (seconds === null || seconds > longestDelay) return;
    setText(String(seconds));
    onChange({ delaySeconds: seconds });
  }

  return (
    <>
      <Field
        label="Delay in seconds"
        hint={`So that a stream that comes later is not spoilt: 0 to ${longestDelay}.`}
        type="number"
        inputMode="numeric"
        min={0}
        max={longestDelay}
        step={1}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setResult('');
          if (target.checkValidity() && target.value !== '') onChange({ delaySeconds: target.valueAsNumber });
        }}
      />
      <div className="grid justify-items-start gap-1.5">
        <Button onClick={matchStart}>My stream shows the start now</Button>
        <p role="status" className="min-h-5 text-14 text-mute">
          {result === '' ? 'Press it when the lights go out on your stream.' : result}
        </p>
      </div>
    </>
  );
}

function startText(seconds: number | null): string {
  if (seconds === null) return 'Pitboard has not seen the start of this race.';
  if (seconds <= longestDelay) return `The race is now shown ${seconds} s later.`;
  return `The start was ${Math.round(seconds / 60)} minutes ago. The longest delay is ${longestDelay} s.`;
}

function paceOf(value: string): Settings['summaryPace'] {
  return ([0, 6, 15, 30] as const).find((pace) => String(pace) === value) ?? 6;
}
