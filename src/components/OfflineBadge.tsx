import { frameIcons } from './frame-icons.ts';
import { Icon } from './Icon.tsx';

/** Says that the page behind a link is not on this device. */
export function OfflineBadge({ position }: { position: 'inline' | 'corner' }) {
  if (position === 'inline')
    return (
      <>
        {' '}
        {/* In a line of text it goes on with it. */}
        <span className="inline-block align-middle">
          <Icon path={frameIcons.offline} size={14} />
        </span>
        <span className="sr-only">, not on this device</span>
      </>
    );
  // On the border, so that it covers no text and moves nothing.
  return (
    <span
      title="Not on this device"
      className="absolute -top-2.5 right-3 grid size-6 place-items-center rounded-full border border-line bg-raised text-mute"
    >
      <Icon path={frameIcons.offline} size={14} />
      <span className="sr-only">Not on this device</span>
    </span>
  );
}
