import { useState } from 'react';
import { useNameState } from '../../actors/name-state.ts';
import { FormPage } from '../../components/form/FormPage.tsx';
import { redirectTarget } from '../../format/redirect.ts';
import { Redirect } from '../../navigation/Redirect.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** Chooses a name, once, before the dashboard can be used; then leads to the page that asked for it. */
export function ProfileInitPage() {
  const name = useNameState();
  const [isChoosing, setIsChoosing] = useState(false);
  const [target] = useState(() => redirectTarget(location.search, location.origin));
  if (name === 'missing' && !isChoosing) setIsChoosing(true);
  if (name === 'named' && !isChoosing) return <Redirect to={target} />;
  if (name === 'unknown' && !isChoosing) return <div className="min-h-dvh" aria-busy="true" />;
  return (
    <FormPage title="Choose a name" lead="It appears on your sessions and leagues. You can change it later.">
      <UsernameForm path="/dashboard/profileInit" after={<Redirect to={target} />} />
    </FormPage>
  );
}
