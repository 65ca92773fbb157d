import type { ReactNode } from 'react';
import { useProfileWrites } from '../../actors/account.ts';
import { useLoadedAuth, useUser } from '../../actors/auth.tsx';
import { useAvailability } from '../../actors/availability.ts';
import { useEditor } from '../../actors/editor.ts';
import { EditorNotice } from '../../components/form/EditorNotice.tsx';
import { Field } from '../../components/form/Field.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { fieldErrorOf } from '../../format/failure-words.ts';

interface UsernameFormProps {
  /** The page that the form is on. */
  readonly path: string;
  /** Shown in its place once there is a saved name. */
  readonly after?: ReactNode;
}

/** The name that others see; whether it is available is shown while it is typed. */
export function UsernameForm({ path, after }: UsernameFormProps) {
  const saved = useUser()?.profile?.username ?? '';
  const { saveName } = useProfileWrites();
  const ref = useLoadedAuth()?.ref;
  const editor = useEditor(
    {
      form: 'settings.name',
      entityId: null,
      title: 'Name',
      path,
      save: ({ value: { username }, signal }) => saveName(username, signal),
    },
    {
      initial: { username: saved },
      load: async () => ({ value: { username: saved }, version: null }),
      valueOf: ({ value: { username } }) => ({ value: { username: username ?? '' }, version: null }),
      watch: (listener) => {
        const subscription = ref?.subscribe(({ context }) =>
          listener({ value: { username: context.identity?.profile?.username ?? '' }, version: null }),
        );
        return () => subscription?.unsubscribe();
      },
    },
  );
  const name = editor.value?.username ?? saved;
  const isSame = name === saved;
  const { answer, isChecking } = useAvailability(isSame ? '' : name);
  // Not before: the draft of the save would stay, and be listed as an unsaved name.
  if (after !== undefined && saved !== '' && !editor.isDirty && !editor.isSaving) return after;
  const isTaken = answer?.available === false;
  const state = isChecking ? 'Checking availability…' : answer?.available === true ? 'This name is available.' : '';
  return (
    <form className="grid gap-4" onSubmit={onSubmit(editor.save)}>
      <Field
        label="Username"
        name="nickname"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
        value={name}
        onChange={(event) => editor.change({ username: event.target.value.trim() })}
        hint={
          <span role="status" className={answer?.available === true ? 'text-green' : ''}>
            {state === '' ? '3 to 30 letters, digits, _, - and .' : state}
          </span>
        }
        error={isTaken ? `This name ${answer.reason}.` : fieldErrorOf(editor.failure, 'username')}
      />
      <FormError failure={editor.failure} secondsLeft={editor.secondsLeft} fields={['username']} />
      <EditorNotice editor={editor} />
      {editor.isSaved ? <p role="status">Saved.</p> : null}
      <SubmitButton
        label="Save name"
        isBusy={editor.isSaving}
        wait={editor.wait}
        isDisabled={editor.secondsLeft > 0 || editor.isOffline || isTaken || !editor.isDirty || name === ''}
      />
    </form>
  );
}
