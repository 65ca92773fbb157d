import { Button } from '../../components/Button.tsx';

interface ConflictNoticeProps {
  readonly conflicts: readonly {
    /** What it is about as a person calls it, and both values as texts. */
    readonly label: string;
    readonly mine: string;
    readonly theirs: string;
    readonly onChoose: (side: 'mine' | 'theirs') => void;
  }[];
}

/** What was changed here and somewhere else: the user decides about each of it. */
export function ConflictNotice({ conflicts }: ConflictNoticeProps) {
  return (
    <div role="alert" className={conflicts.length === 0 ? 'absolute' : 'grid gap-3 rounded-8 border border-amber p-3'}>
      {conflicts.length === 0 ? null : (
        <>
          <p>This was changed somewhere else while you were editing it. Choose what to keep.</p>
          <ul className="grid gap-4">
            {conflicts.map(({ label, mine, theirs, onChoose }) => (
              <li key={label} className="grid gap-2">
                <p className="font-750">{label}</p>
                <div className="grid gap-2 desk:grid-cols-2">
                  <Side label="Keep yours" text={mine} onChoose={() => onChoose('mine')} />
                  <Side label="Take the stored one" text={theirs} onChoose={() => onChoose('theirs')} />
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
