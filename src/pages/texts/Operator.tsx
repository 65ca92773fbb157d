import { getConfig } from '#contract/calls/site';
import { useRead } from '../../actors/read.tsx';

/** The operator of this server, from its settings. */
export function Operator() {
  const config = useRead({ call: getConfig }).value;
  if (config === null) return <p className="min-h-24 text-mute">Loading the operator’s details…</p>;
  const { name, address, email } = config.operator;
  if (name === null && address === null && email === null) {
    return (
      <p className="card p-4 text-amber">The operator of this server has not published their name and address yet.</p>
    );
  }
  return (
    <address className="card grid gap-0.5 p-4 whitespace-pre-line not-italic">
      <b>{name}</b>
      {address === null ? null : <span>{address.replaceAll(/\s*[;|]\s*|\\n/g, '\n')}</span>}
      {email === null ? null : <a href={`mailto:${email}`}>{email}</a>}
    </address>
  );
}
