import type { useLiveSettings } from '../../actors/live-settings.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Field } from '../../components/form/Field.tsx';
import { SelectField } from '../../components/form/SelectField.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { canKeepAwake } from '../../navigation/use-wake-lock.ts';

type Settings = ReturnType<typeof useLiveSettings>[0];

export interface ViewSheetProps {
  readonly settings: Settings;
  readonly onChange: (change: Partial<Settings>) => void;
  readonly onClose: () => void;
}

const paces = { 6: 'Every 6 seconds', 15: 'Every 15 seconds', 30: 'Every 30 seconds', 0: 'Never' } as const;

/** The delay of this device, the screen and the summaries for screen readers. */
export function ViewSheet({ settings, onChange, onClose }: ViewSheetProps) {
  const dialog = useDialogHistory();
  useOpenDialog(dialog, true);
  return (
    <Sheet
      id="view-title"
      title="Delay and display"
      dialog={{
        ...dialog,
        onClose: () => {
          dialog.onClose();
          onClose();
        },
      }}
    >
      <Field
        label="Delay in seconds"
        hint="So that a stream that comes later is not spoilt: 0 to 180."
        type="number"
        inputMode="numeric"
        min={0}
        max={180}
        step={1}
        defaultValue={settings.delaySeconds}
        onChange={({ target }) => {
          if (target.checkValidity() && target.value !== '') onChange({ delaySeconds: target.valueAsNumber });
        }}
      />
      <SelectField
        label="Summaries for screen readers"
        value={settings.summaryPace}
        onChange={({ target }) => onChange({ summaryPace: paceOf(target.value) })}
      >
        {([6, 15, 30, 0] as const).map((pace) => (
          <option key={pace} value={pace}>
            {paces[pace]}
          </option>
        ))}
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
        <ButtonLink href="?overlay">Overlay for streams</ButtonLink>
      </div>
    </Sheet>
  );
}

function paceOf(value: string): Settings['summaryPace'] {
  return ([0, 6, 15, 30] as const).find((pace) => String(pace) === value) ?? 6;
}
