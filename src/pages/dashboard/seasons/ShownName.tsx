import { useState } from 'react';

interface ShownNameProps {
  readonly name: string;
  /** Why the driver or team cannot be called so; null where it is taken. */
  readonly onRename: (name: string) => string | null;
}

/** The name of a driver who was only recorded, or of a merged team. It is taken when it is left: half a name may be that of another. */
export function ShownName({ name, onRename }: ShownNameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = () => {
    const shown = typed?.trim() ?? '';
    const refused = shown === '' || shown === name ? null : onRename(shown);
    setRefusal(refused);
    if (refused === null) setTyped(null);
  };
  return (
    <>
      <input
        aria-label={`Name of ${name}`}
        aria-invalid={refusal !== null || undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        className="h-11 w-full min-w-0 rounded-8 border border-line bg-bg px-3 text-17 font-650 aria-invalid:border-red desk:max-w-100"
        value={typed ?? name}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => (key === 'Enter' ? take() : undefined)}
      />
      <p role="alert" className="text-14 text-red empty:hidden">
        {refusal}
      </p>
    </>
  );
}
