import { useState } from 'react';
import { storeSessionKey } from '../../browser/session-keys.ts';
import { Button } from '../../components/Button.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SecretField } from '../../components/form/SecretField.tsx';
import { NotFound } from '../../components/NotFound.tsx';

export interface MissingRaceProps {
  readonly id: string;
  /** A key was stored: the race can be asked for again. */
  readonly onKey: () => void;
}

/** Not Found, the same for a race or session that is absent and for one that is private: a viewer with its key can enter it. */
export function MissingRace({ id, onKey }: MissingRaceProps) {
  const [value, setValue] = useState('');
  const key = value.trim();
  const submit = () => {
    if (key === '') return;
    storeSessionKey(id, key);
    onKey();
  };
  return (
    <>
      <NotFound />
      <form className="mx-auto grid w-full max-w-sm gap-3 border-t border-line pt-6" onSubmit={onSubmit(submit)}>
        <SecretField
          label="Key of a private race"
          showLabel="Show key"
          hint="Whoever recorded the race can give it to you."
          maxLength={200}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button type="submit">Open with the key</Button>
      </form>
    </>
  );
}
