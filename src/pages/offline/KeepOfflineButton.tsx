import { type KeepOffline, useKeepOffline } from '../../actors/keep-offline.ts';
import { Button } from '../../components/Button.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import type { OfflineItem } from '../../queries/offline-copies.ts';

interface KeepOfflineButtonProps {
  readonly item: OfflineItem;
  /** In a row: an icon without a border and a text. */
  readonly isIcon?: boolean;
}

/** Keeps an item offline, shows the progress of its download, and removes it. */
export function KeepOfflineButton(props: KeepOfflineButtonProps) {
  // A season grows: with more to download, the button starts again.
  return <ItemButton key={props.item.resources.length + props.item.extras.length} {...props} />;
}

function ItemButton({ item, isIcon = false }: KeepOfflineButtonProps) {
  const copy = useKeepOffline(item);
  if (copy.phase === 'unsupported') return null;
  const { label, detail, icon, action, isPressed } = faceOf(copy);
  const isDownloading = copy.phase === 'downloading';
  return (
    <div className="relative">
      <Button
        kind={isIcon ? 'icon' : 'quiet'}
        icon={isIcon ? undefined : icon}
        className={isIcon ? 'aria-pressed:text-green' : 'px-3 aria-pressed:text-green desk:w-36'}
        aria-pressed={isPressed}
        aria-label={`${label}${detail}: ${item.title}`}
        title={`${label}${detail}`}
        onClick={action}
      >
        {isIcon ? <Icon path={icon} /> : <Label copy={copy} text={label} />}
      </Button>
      {isDownloading ? (
        <progress
          className="progress absolute inset-x-1.5 bottom-1"
          aria-label={`Download of ${item.title}`}
          value={copy.done}
          max={Math.max(1, copy.total)}
        />
      ) : null}
      <p role="status" className="absolute top-full right-0 z-10 mt-1 w-max max-w-64 text-right text-12 text-amber">
        {problemText(copy)}
      </p>
    </div>
  );
}

/** The text, in place of which a phone has how much is stored. */
function Label({ copy, text }: { copy: KeepOffline; text: string }) {
  return (
    <>
      <span className="max-desk:hidden">{text}</span>
      {copy.phase === 'downloading' || copy.phase === 'incomplete' ? (
        <span className="text-14 desk:hidden">
          {copy.done}/{copy.total}
        </span>
      ) : null}
    </>
  );
}

interface Face {
  readonly label: string;
  /** Added to the label for screen readers and as a tooltip. */
  readonly detail: string;
  readonly icon: string;
  readonly action?: () => void;
  readonly isPressed?: boolean;
}

function faceOf({ phase, done, total, download, cancel, remove }: KeepOffline): Face {
  const stored = `, ${done} of ${total} stored`;
  switch (phase) {
    case 'downloading':
      return { label: 'Cancel', detail: ` download${stored}`, icon: frameIcons.close, action: cancel };
    case 'complete':
      return { label: 'Kept offline', detail: '', icon: pageIcons.check, action: remove, isPressed: true };
    case 'incomplete':
      return { label: 'Get the rest', detail: stored, icon: pageIcons.save, action: download };
    default:
      return { label: 'Keep offline', detail: '', icon: pageIcons.save, action: download, isPressed: false };
  }
}

function problemText({ problem }: KeepOffline): string {
  switch (problem) {
    case 'storageFull':
      return 'Not enough storage on this device';
    case 'network':
      return 'Some items could not be downloaded';
    case 'signedOut':
      return 'Log in to download the rest';
    case null:
      return '';
  }
}
