import { useRead } from '../../actors/read.tsx';

/** Who runs this server, from its settings; said plainly when nobody has set it. */
export function Operator() {
  const config = useRead({ name: 'getConfig' }).value;
  if (config === null) return <p className="min-h-24 text-mute">Asking this server who runs it.</p>;
  const { name, address, email } = config.operator;
  if (name === null && address === null && email === null) {
    return (
      <p className="card p-4 text-amber">
        The operator of this server has not entered their name and address yet (OPERATOR_NAME, OPERATOR_ADDRESS,
        OPERATOR_EMAIL).
      </p>
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
