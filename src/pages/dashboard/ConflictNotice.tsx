import { Button } from '../../components/Button.tsx';

interface Conflict {
  readonly field: string;
  /** The field as a person calls it, and both values as texts. */
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictNoticeProps {
  readonly conflicts: readonly Conflict[];
  readonly onChoose: (field: string, side: 'mine' | 'theirs') => void;
}

/** Fields that were changed here and somewhere else: the user decides about each of them. */
export function ConflictNotice({ conflicts, onChoose }: ConflictNoticeProps) {
  return (
    <div role="alert" className={conflicts.length === 0 ? 'absolute' : 'grid gap-3 rounded-8 border border-amber p-3'}>
      {conflicts.length === 0 ? null : (
        <>
          <p>This was changed somewhere else while you were editing it. Choose what to keep.</p>
          <ul className="grid gap-4">
            {conflicts.map(({ field, label, mine, theirs }) => (
              <li key={field} className="grid gap-2">
                <p className="font-750">{label}</p>
                <div className="grid gap-2 desk:grid-cols-2">
                  <Side label="Keep yours" text={mine} onChoose={() => onChoose(field, 'mine')} />
                  <Side label="Take the stored one" text={theirs} onChoose={() => onChoose(field, 'theirs')} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Side({ label, text, onChoose }: { label: string; text: string; onChoose: () => void }) {
  return (
    <Button
      kind="plain"
      onClick={onChoose}
      className="grid min-h-11 gap-0.5 rounded-8 border border-line px-3 py-2 text-left hover:border-mute"
    >
      <span className="font-750 text-red">{label}</span>
      <span className="text-14 wrap-anywhere whitespace-pre-line text-mute">
        <bdi>{text === '' ? 'Empty' : text}</bdi>
      </span>
    </Button>
  );
}
