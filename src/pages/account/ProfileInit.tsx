import { Redirect } from 'wouter';
import { useNameState } from '../../actors/name.ts';
import { Sheet } from '../../components/form/Sheet.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** The first thing after signing up: a name (spec §4). */
export function ProfileInit() {
  const name = useNameState();
  if (name === 'named') return <Redirect replace to="/dashboard" />;
  if (name === 'unknown') return <div className="min-h-dvh" aria-busy="true" />;
  return (
    <Sheet title="Choose a name" lead="It stands with your sessions and leagues; you can change it later.">
      <UsernameForm word="Take this name" />
    </Sheet>
  );
}
