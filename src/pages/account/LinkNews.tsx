import { use } from 'react';
import { Redirect } from 'wouter';
import { useAuthWires, usePhase } from '../../actors/auth.tsx';
import { useSubmission } from '../../actors/submission.ts';
import { ordered } from '../../components/form/ordered.ts';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';
import { Sheet } from '../../components/form/Sheet.tsx';
import type { AuthLink } from '../../format/auth-link.ts';

/** What a link of a mail has to say: a button to confirm, what went wrong, or what is still to do. */
export function LinkNews({ link }: { link: AuthLink }) {
  switch (link.kind) {
    case 'hash':
      return <Confirm link={link} />;
    case 'error':
      return <Refusal failure={{ ...link, status: null, reasons: [], retryAfter: null }} />;
    case 'message':
      return (
        <Sheet title="Half done" lead={link.message}>
          <p>Open the mail that went to your other address and follow its link too.</p>
        </Sheet>
      );
    case 'tokens':
    case 'code':
      return <Followed />;
  }
}

/** A mail scanner follows links as well: only a person clicks. */
function Confirm({ link }: { link: Extract<AuthLink, { kind: 'hash' }> }) {
  const client = useAuthWires()?.client;
  const phase = usePhase();
  const { send, isBusy, isDone, failure, wait } = useSubmission();
  const isChange = link.type === 'email_change';
  if (isDone && phase === 'member') return <Redirect replace to={isChange ? '/dashboard/settings' : '/dashboard'} />;
  if (isDone && isChange) {
    return (
      <Sheet title="Half done" lead="This address has agreed.">
        <p>Open the mail that went to your other address and follow its link too.</p>
      </Sheet>
    );
  }
  return (
    <Sheet title={isChange ? 'Change your address' : 'Confirm your address'} lead="One click, and it is done.">
      <form
        className="grid gap-4"
        onSubmit={ordered(() => {
          if (client !== undefined) send(() => client.proveHash(link));
        })}
      >
        <Refusal failure={failure} wait={wait} />
        <Send word={isChange ? 'Agree to the change' : 'Confirm and sign in'} isBusy={isBusy || isDone} />
      </form>
    </Sheet>
  );
}

function Followed() {
  const auth = useAuthWires();
  return auth === null ? null : <Refusal failure={use(auth.followed)} />;
}
