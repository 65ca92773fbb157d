import { useState } from 'react';
import { setNoticeSettings } from '#contract/calls/notices';
import type { NoticeSettings } from '#contract/entities/notice-settings';
import { useMutation } from '../../actors/mutation.ts';
import { useUnsavedChanges } from '../../actors/unsaved-form.ts';
import { useWrite } from '../../actors/write.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { Switch } from '../../components/form/Switch.tsx';
import { formatInstant } from '../../format/date.ts';
import { DevicePush } from './DevicePush.tsx';
import { changesOf, choicesWith, type NoticeChanges, type NoticeChoices, withRow } from './notice-choices.ts';

const usualNight = { from: '22:00', to: '07:00' };
const channels = ['push', 'mail'] as const;

/** The channels of each kind of notice, quiet hours and muted leagues of a user. */
export function NoticeSettingsForm({ settings }: { settings: NoticeSettings }) {
  const [changes, setChanges] = useState<Partial<NoticeChoices>>({});
  const { kinds, leagues, quiet } = choicesWith(settings, changes);
  const isChanged = Object.keys(changes).length > 0;
  useUnsavedChanges('What you are told by', isChanged);
  const write = useWrite(setNoticeSettings);
  const { submit, change, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (body: NoticeChanges, key, signal) => write({ body, key, signal }),
    onDone: () => setChanges({}),
  });
  const set = (changed: Partial<NoticeChoices>) => {
    setChanges({ ...changes, ...changed });
    change();
  };
  return (
    <>
      <DevicePush settings={settings} />
      <Failures failures={settings.failures} />
      <form
        className="grid gap-4"
        onSubmit={onSubmit(() => submit({ ...changesOf(settings, changes), timeZone: timeZoneHere() }))}
      >
        <table className="w-full">
          <thead className="text-14 text-mute">
            <tr>
              <th scope="col" className="text-left font-normal">
                The inbox has all of them
              </th>
              <th scope="col" className="w-14 font-normal">
                Devices
              </th>
              {settings.canMail ? (
                <th scope="col" className="w-14 font-normal">
                  E-mail
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {kinds.map((one) => (
              <tr key={one.kind} className="border-t border-hair">
                <th scope="row" className="py-2 pr-2 text-left font-normal">
                  {one.label}
                </th>
                {channels
                  .filter((channel) => channel === 'push' || settings.canMail)
                  .map((channel) => (
                    <td key={channel} className="text-center">
                      <input
                        type="checkbox"
                        aria-label={`${one.label}: ${channel === 'push' ? 'devices' : 'e-mail'}`}
                        checked={one[channel]}
                        onChange={({ target }) =>
                          set({ kinds: withRow(changes.kinds, 'kind', { ...one, [channel]: target.checked }) })
                        }
                        className="size-5 accent-red"
                      />
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="grid gap-2">
          <Switch
            label="Quiet hours"
            hint="Nothing is sent in them; it waits until they end."
            isOn={quiet !== null}
            onChange={(isOn) => set({ quiet: isOn ? usualNight : null })}
          />
          {quiet === null ? null : (
            <div className="flex flex-wrap gap-4">
              {(['from', 'to'] as const).map((end) => (
                <label key={end} className="flex items-center gap-2">
                  {end === 'from' ? 'From' : 'to'}
                  <input
                    type="time"
                    required
                    value={quiet[end]}
                    onChange={({ target }) => set({ quiet: { ...quiet, [end]: target.value } })}
                    className="h-12 rounded-8 border border-line bg-bg px-3"
                  />
                </label>
              ))}
            </div>
          )}
        </div>
        {leagues.length === 0 ? null : (
          <fieldset className="grid">
            <legend className="mb-1.5 font-650">Leagues</legend>
            {leagues.map((one) => (
              <Switch
                key={one.id}
                label={one.name}
                hint={one.isMuted ? 'Muted: nothing is sent.' : 'Its notices are sent.'}
                isOn={!one.isMuted}
                onChange={(isOn) => set({ leagues: withRow(changes.leagues, 'id', { ...one, isMuted: !isOn }) })}
              />
            ))}
          </fieldset>
        )}
        <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
        <p role="status" className="text-14 text-mute empty:hidden">
          {isDone && !isChanged ? 'Saved.' : ''}
        </p>
        <p>
          <Button type="submit" isBusy={isBusy} isDisabled={!isChanged || secondsLeft > 0}>
            Save
          </Button>
        </p>
      </form>
    </>
  );
}

const timeZoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Messages that did not arrive. */
function Failures({ failures }: Pick<NoticeSettings, 'failures'>) {
  if (failures.length === 0) return null;
  return (
    <div className="grid gap-1 rounded-8 border border-amber p-3 text-14">
      <p className="font-650">These did not arrive</p>
      <ul className="grid gap-1 text-mute">
        {failures.map(({ channel, title, at, reason }) => (
          <li key={`${channel} ${at} ${title}`} className="wrap-anywhere">
            {title}, by {channel === 'push' ? 'push' : 'e-mail'}, {formatInstant(at)}. {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
