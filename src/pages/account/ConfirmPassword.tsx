import { useUser } from '../../actors/auth.tsx';
import type { PasswordProof } from '../../actors/password-proof.ts';
import { HiddenUsername } from './HiddenUsername.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Asks for the password where the last login is too long ago for what the form does. */
export function ConfirmPassword({ proof: { isNeeded, password, setPassword } }: { proof: PasswordProof }) {
  const email = useUser()?.email ?? '';
  if (!isNeeded) return null;
  return (
    <div className="grid gap-3 rounded-8 border border-line p-3">
      <p role="status">You logged in more than ten minutes ago. Enter your password to go on.</p>
      <HiddenUsername value={email} />
      <PasswordField
        label="Password of your account"
        name="account-password"
        autoComplete="current-password"
        hasFocus
        value={password}
        onChange={setPassword}
      />
      <p className="text-14">
        <a href="/resetPassword" className="min-h-6 link">
          Forgot the password?
        </a>
      </p>
    </div>
  );
}
