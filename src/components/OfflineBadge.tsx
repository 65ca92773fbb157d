import { frameIcons } from './frame-icons.ts';
import { Icon } from './Icon.tsx';

/** Says that the page behind a link is not on this device. */
export function OfflineBadge({ position }: { position: 'inline' | 'corner' }) {
  if (position === 'inline')
    return (
      <>
        <Icon path={frameIcons.offline} size={14} />
        <span className="sr-only">, not on this device</span>
      </>
    );
  // On the border, so that it covers no text and moves nothing.
  return (
    <span className="absolute -top-2 right-3 flex items-center gap-1 rounded-full border border-line bg-raised px-2 text-12 font-500 text-mute">
      <Icon path={frameIcons.offline} size={14} /> Not on this device
    </span>
  );
}
