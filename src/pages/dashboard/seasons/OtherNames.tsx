import { Button } from '../../../components/Button.tsx';

interface OtherNamesProps {
  /** The driver or team. */
  readonly of: string;
  readonly names: readonly string[];
  /** Names that cannot be separated, each with the reason. */
  readonly notes?: ReadonlyMap<string, string>;
  readonly onSeparate: (name: string) => void;
}

/** The other names of a driver or team, each of which can be separated again. */
export function OtherNames({ of, names, notes, onSeparate }: OtherNamesProps) {
  if (names.length === 0) return null;
  return (
    <ul aria-label={`Other names of ${of}`} className="grid">
      {names.map((name) => (
        <li key={name} className="flex min-h-11 items-center gap-3 border-b border-hair last:border-0">
          <span className="min-w-0 flex-1">
            <span className="text-mute">also </span>
            <bdi className="font-650">{name}</bdi>
          </span>
          {notes?.has(name) ? (
            <span className="text-14 text-mute">{notes.get(name)}</span>
          ) : (
            <Button kind="link" aria-label={`Separate ${name} from ${of}`} onClick={() => onSeparate(name)}>
              Separate
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
