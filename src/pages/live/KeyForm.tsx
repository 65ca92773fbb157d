import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/form/Field.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { Heading } from '../../components/Heading.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { pageIcons } from '../../components/page-icons.ts';

/** Asks for the key of a private session. It stays in this tab and is in no address. */
export function KeyForm({ isRefused, onKey }: { isRefused: boolean; onKey: (key: string) => void }) {
  const [value, setValue] = useState('');
  const [isShown, setIsShown] = useState(false);
  return (
    <form
      className="mx-auto grid w-full max-w-sm gap-4 pt-6"
      onSubmit={onSubmit(() => (value.trim() === '' ? undefined : onKey(value.trim())))}
    >
      <Heading title="Private session">Private session</Heading>
      <p className="text-mute">Whoever records this session can give you its key.</p>
      <Field
        label="Key"
        type={isShown ? 'text' : 'password'}
        required
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={isRefused ? 'This is not the key of this session.' : null}
        trailing={
          <IconButton
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="w-12 aria-pressed:text-red"
            icon={pageIcons.eye}
            label="Show key"
          />
        }
      />
      <Button kind="primary" type="submit">
        Watch
      </Button>
    </form>
  );
}
