import { useState } from 'react';
import { selectAuthFailure, selectAwaited } from '#machines/auth';
import { useAuth, useAuthActions, usePhase } from '../../actors/auth.tsx';
import { useCountdown } from '../../actors/countdown.ts';
import { useRead } from '../../actors/read.tsx';
import { AddressField } from '../../components/form/AddressField.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';
import { Sheet } from '../../components/form/Sheet.tsx';
import { Outbox } from './Outbox.tsx';

/** Asks for a mail with which a new password can be set. */
export function ResetPassword() {
  const [email, setEmail] = useState('');
  const isSent = useAuth((snapshot) => snapshot.hasTag('sent'), false);
  const isBusy = useAuth((snapshot) => snapshot.hasTag('busy'), true);
  const failure = useAuth(selectAuthFailure, null);
  const awaited = useAuth(selectAwaited, null);
  const phase = usePhase();
  const wait = useCountdown(failure);
  const { requestReset, startAgain } = useAuthActions();
  const hasMail = useRead({ name: 'getConfig' }).value?.auth.hasMail !== false;
  if (phase === 'member') {
    return (
      <Sheet title="Reset your password" lead="You are signed in.">
        <a href="/dashboard/settings" className="action bg-redfill text-white">
          Change the password in the settings
        </a>
      </Sheet>
    );
  }
  if (!hasMail) {
    return (
      <Sheet title="Reset your password" lead="This server sends no mail, so passwords cannot be reset by mail.">
        <p>Ask its operator to help you.</p>
      </Sheet>
    );
  }
  if (isSent) {
    return (
      <Sheet title="Check your mail" lead={`If ${awaited ?? 'this address'} has an account, a link is on its way.`}>
        <p>It works once, for one hour, in any browser. Look into the spam folder too.</p>
        <Outbox />
        <button type="button" className="action border border-line" onClick={startAgain}>
          Use another address
        </button>
      </Sheet>
    );
  }
  return (
    <Sheet title="Reset your password" lead="We mail you a link with which you set a new one.">
      <form className="grid gap-4" onSubmit={ordered(() => requestReset(email.trim()))}>
        <AddressField label="E-mail address" isEmail value={email} onChange={setEmail} />
        <Refusal failure={failure} wait={wait} />
        <Send word="Send the link" isBusy={isBusy} isOff={wait > 0} />
      </form>
      <p>
        <a href="/login" className="text-red underline underline-offset-4">
          Back to the login
        </a>
      </p>
    </Sheet>
  );
}
