import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/form/Field.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { Heading } from '../../components/Heading.tsx';

/** Asks for the key of a private session. It stays in this tab and is in no address. */
export function KeyForm({ isRefused, onKey }: { isRefused: boolean; onKey: (key: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <form
      className="mx-auto grid w-full max-w-sm gap-4 pt-6"
      onSubmit={onSubmit(() => (value.trim() === '' ? undefined : onKey(value.trim())))}
    >
      <Heading title="Private session">Private session</Heading>
      <p className="text-mute">Whoever records this session can give you its key.</p>
      <Field
        label="Key"
        type="password"
        required
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={isRefused ? 'This is not the key of this session.' : null}
      />
      <Button kind="primary" type="submit">
        Watch
      </Button>
    </form>
  );
}
