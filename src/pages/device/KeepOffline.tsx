import { type KeepOffline as Keeping, type Subject, useKeepOffline } from '../../actors/keep-offline.ts';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';

/** Marks something "keep offline", shows how far it is, and takes the mark back. */
export function KeepOffline({ subject }: { subject: Subject }) {
  // What is to be kept grows with the season: then it is looked at anew.
  return <KeepButton key={subject.resources.length} subject={subject} />;
}

function KeepButton({ subject }: { subject: Subject }) {
  const keeping = useKeepOffline(subject);
  if (keeping.phase === 'impossible') return null;
  const { word, long, icon, act, isPressed } = faceOf(keeping);
  return (
    <div className="relative">
      <button
        type="button"
        className="action border border-line px-3 aria-pressed:text-green desk:w-36"
        aria-pressed={isPressed}
        aria-label={`${long ?? word}: ${subject.title}`}
        title={long}
        disabled={keeping.phase === 'unknown'}
        onClick={act}
      >
        <Icon path={icon} size={18} />
        <span className="max-desk:hidden">{word}</span>
      </button>
      {keeping.phase === 'keeping' ? (
        <progress
          className="progress absolute inset-x-1.5 bottom-1"
          aria-label={`Keeping ${subject.title}`}
          value={keeping.done}
          max={Math.max(1, keeping.of)}
        />
      ) : null}
      <p role="status" className="absolute top-full right-0 z-10 mt-1 w-max max-w-64 text-right text-12 text-amber">
        {troubleOf(keeping)}
      </p>
    </div>
  );
}

function faceOf({ phase, done, of, keep, stop, release }: Keeping) {
  switch (phase) {
    case 'keeping':
      return { word: 'Stop', long: `Stop keeping, ${done} of ${of} are here`, icon: pageIcons.save, act: stop };
    case 'kept':
      return { word: 'Kept offline', icon: pageIcons.check, act: release, isPressed: true };
    case 'partly':
      return {
        word: 'Get the rest',
        long: `Keep the rest, ${done} of ${of} are here`,
        icon: pageIcons.save,
        act: keep,
      };
    default:
      return { word: 'Keep offline', icon: pageIcons.save, act: keep, isPressed: false };
  }
}

function troubleOf({ phase, trouble }: Keeping): string {
  if (phase !== 'partly' || trouble === null) return '';
  return trouble === 'full' ? 'No room left on this device' : 'The network did not bring it all';
}
