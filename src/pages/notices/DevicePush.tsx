import type { NoticeSettings } from '#contract/entities/notice-settings';
import { usePush } from '../../actors/push.ts';
import { Button } from '../../components/Button.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';

const explanations = {
  unsupported: 'This browser cannot show messages while the app is closed.',
  needsHomeScreen:
    'Add Pitboard to the home screen first: Share, then “Add to Home Screen”. Open it from there and come back to this page.',
  denied: 'This browser blocks messages of Pitboard. Allow them in its settings for this site.',
} as const;

/** Push on this device: turned on by a tap, or why it cannot be. */
export function DevicePush({ settings }: { settings: NoticeSettings }) {
  const { state, hasFailed, turnOn, turnOff } = usePush(settings);
  if (state === 'unknown') return <SkeletonCards count={1} height={48} />;
  if (state === 'off') return <p className="text-mute">{settings.push.whyOff}</p>;
  if (state in explanations) return <p className="text-mute">{explanations[state as keyof typeof explanations]}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      {hasFailed ? (
        <p role="alert" className="text-red">
          That did not work. Check the network, and try again.
        </p>
      ) : null}
      {state === 'lost' ? (
        <p className="text-amber">This device was turned on and gets nothing any more: turn it on again.</p>
      ) : null}
      <p role="status" className="text-mute">
        {state === 'subscribed' ? 'This device shows your notices, also while the app is closed.' : ''}
      </p>
      {state === 'subscribed' ? (
        <Button onClick={turnOff}>Turn off on this device</Button>
      ) : (
        <Button kind="primary" isBusy={state === 'busy'} onClick={turnOn}>
          Tell me on this device
        </Button>
      )}
    </div>
  );
}
