import { useAuthWrites } from '../../actors/account.ts';
import { useUser } from '../../actors/auth.tsx';
import { useNewEntity } from '../../actors/editor.ts';
import { usePasswordProof } from '../../actors/password-proof.ts';
import { EditorNotice } from '../../components/form/EditorNotice.tsx';
import { Field } from '../../components/form/Field.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { fieldErrorOf } from '../../format/failure-words.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { OutboxNote } from './OutboxNote.tsx';

/** Changes the e-mail address; the old one and the new one both have to confirm. */
export function EmailForm() {
  const user = useUser();
  const { changeEmail } = useAuthWrites();
  const proof = usePasswordProof();
  // The form asks for the next address, and is empty again once it was sent.
  const editor = useNewEntity({
    form: 'settings.email',
    entityId: null,
    title: 'E-mail address',
    path: '/dashboard/settings',
    blank: { email: '' },
    save: ({ value, signal }) => proof.prove(signal, () => changeEmail(value.email.trim(), signal)),
  });
  const email = editor.value?.email ?? '';
  return (
    <form className="grid gap-4" onSubmit={onSubmit(editor.save)}>
      <Field
        label="New address"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        onChange={(event) => editor.change({ email: event.target.value })}
        hint={`Your address is ${user?.email}. An e-mail goes to both addresses; open the link in each of them.`}
        error={fieldErrorOf(editor.failure, 'email')}
      />
      <FormError failure={editor.failure} secondsLeft={editor.secondsLeft} fields={['email', 'proof']} />
      <ConfirmPassword proof={proof} />
      <EditorNotice editor={editor} />
      {editor.isSaved ? (
        <>
          <p role="status">Two e-mails are on their way.</p>
          <OutboxNote />
        </>
      ) : null}
      <SubmitButton
        label="Change address"
        isBusy={editor.isSaving}
        wait={editor.wait}
        isDisabled={editor.isLoading || editor.secondsLeft > 0 || editor.isOffline || email === '' || proof.isMissing}
      />
    </form>
  );
}
