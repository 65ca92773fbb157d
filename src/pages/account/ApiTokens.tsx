import { useState } from 'react';
import { listApiTokens } from '#contract/calls/account';
import { createApiToken, deleteApiToken } from '#contract/calls/edit-account';
import type { ApiToken, TokenScope } from '#contract/entities/api-token';
import { longestProgramName } from '#contract/values/text-limits';
import { fits } from '#contract/values/text-values';
import { useMutation } from '../../actors/mutation.ts';
import { usePasswordProof } from '../../actors/password-proof.ts';
import { useRead } from '../../actors/read.tsx';
import { useWrite } from '../../actors/write.ts';
import { copyText } from '../../browser/copy.ts';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/form/Choice.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { LimitedField } from '../../components/form/LimitedField.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { formatInstant } from '../../format/date.ts';
import { fieldErrorOf } from '../../format/failure-words.ts';
import { AccessRow } from './AccessRow.tsx';
import { ConfirmPassword } from './ConfirmPassword.tsx';

const scopes = [
  { value: 'read', label: 'Read', hint: 'What you can see, private leagues and seasons too.' },
  { value: 'write', label: 'Read and write', hint: 'Also change and delete your leagues, seasons and sessions.' },
] as const;

/** The tokens that programs use the API with in the name of this account: making one, and deleting it. */
export function ApiTokens() {
  const read = useRead({ call: listApiTokens });
  return (
    <>
      <p className="text-mute">
        With a token a program of yours, such as a bot in the chat of your league, uses the{' '}
        <a className="link" href="/docs/api">
          API
        </a>{' '}
        in your name. It can never change your account.
      </p>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={1} />}>
        {(tokens) =>
          tokens.length === 0 ? (
            <p className="text-mute">There is no token.</p>
          ) : (
            <ul className="grid border-t border-line">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </ul>
          )
        }
      </ReadView>
      <TokenForm />
    </>
  );
}

function TokenRow({ token: { id, name, scope, createdAt, lastSeenAt } }: { token: ApiToken }) {
  const deleteToken = useWrite(deleteApiToken);
  const used = lastSeenAt === null ? `Made ${formatInstant(createdAt)}` : `Last used ${formatInstant(lastSeenAt)}`;
  return (
    <AccessRow
      name={name}
      note={`${scopes.find(({ value }) => value === scope)?.label} · ${used}`}
      verb="Delete"
      question="Programs that use it are refused from then on."
      confirmLabel="Delete token"
      write={(key, signal) => deleteToken({ params: { tokenId: id }, key, signal })}
    />
  );
}

function TokenForm() {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const createToken = useWrite(createApiToken);
  const proof = usePasswordProof();
  const { submit, isBusy, value, failure, secondsLeft, wait } = useMutation({
    run: (body: { name: string; scope: TokenScope }, _, signal) =>
      proof.prove(signal, () => createToken({ body, signal })),
    onDone: () => setName(''),
  });
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit({ name: name.trim(), scope }))}>
      {value === null ? null : <NewToken key={value.id} token={value.token} />}
      <LimitedField
        label="Name of the program"
        limit={longestProgramName}
        required
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldErrorOf(failure, 'name')}
      />
      <Choice legend="It can" options={scopes} value={scope} onChange={setScope} />
      <FormError failure={failure} secondsLeft={secondsLeft} fields={['name', 'proof']} />
      <ConfirmPassword proof={proof} />
      <SubmitButton
        label="Create a token"
        isBusy={isBusy}
        wait={wait}
        isDisabled={secondsLeft > 0 || proof.isMissing || !fits(name.trim(), longestProgramName)}
      />
    </form>
  );
}

/** Only its hash is stored, so it is shown this once. */
function NewToken({ token }: { token: string }) {
  const [message, setMessage] = useState('');
  const copy = async () => setMessage(await copyText(token, 'The token is copied.'));
  return (
    <div role="status" className="grid gap-2">
      <p>Keep this token in the settings of the program now: it is not shown again.</p>
      <p className="font-650 wrap-anywhere select-all">{token}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={pageIcons.copy} onClick={copy}>
          Copy
        </Button>
        <span className="text-mute">{message}</span>
      </div>
    </div>
  );
}
