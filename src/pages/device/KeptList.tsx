import { useShelf } from '../../actors/shelf.ts';
import { formatSize } from '../../format/size.ts';

/** What stays on this device until it is taken away, with the room it takes. */
export function KeptList({ withRecent = false }: { withRecent?: boolean }) {
  const { shelf, isImpossible, isRemoving, remove } = useShelf();
  if (isImpossible) return <p className="text-mute">This browser keeps nothing on this device.</p>;
  // Nearly always there within a frame.
  if (shelf === null) return <div className="min-h-20" aria-busy="true" />;
  const { pins, recent, count, size, isPersistent } = shelf;
  return (
    <>
      {pins.length === 0 ? (
        <p className="text-mute">
          Nothing is marked yet: “Keep offline” on a session, an event or a season keeps it here for the car park.
        </p>
      ) : (
        <ul className="grid">
          {pins.map((pin) => (
            <li key={pin.id} className="flex min-h-13 items-center gap-3 border-b border-line">
              <a href={pin.path} className="grid min-h-11 min-w-0 flex-1 content-center">
                <bdi className="truncate font-650">{pin.title}</bdi>
                <span className="text-14 text-mute">
                  {formatSize(pin.size)}
                  {pin.missing === 0 ? null : <span className="text-amber"> · {pin.missing} missing</span>}
                </span>
              </a>
              <button
                type="button"
                className="action border border-line"
                aria-label={`Remove ${pin.title} from this device`}
                disabled={isRemoving}
                onClick={() => remove(pin.id)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {withRecent && recent.length > 0 ? (
        <section aria-labelledby="recent">
          <h3 id="recent" className="font-750">
            Read lately
          </h3>
          <ul className="grid">
            {recent.map(({ title, path }) => (
              <li key={path} className="border-b border-line">
                <a href={path} className="grid min-h-11 content-center">
                  <bdi className="truncate">{title}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="text-14 text-mute">
        {formatSize(size)} in all, with what was read lately ({count} {count === 1 ? 'answer' : 'answers'}), which makes
        room by itself.{' '}
        {isPersistent
          ? 'This browser clears nothing of it by itself.'
          : 'This browser may clear it when it needs room.'}
      </p>
    </>
  );
}
