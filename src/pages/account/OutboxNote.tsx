import { getConfig } from '#contract/calls/site';
import { useRead } from '../../actors/read.tsx';

/** Where e-mails are on a development server, which sends none. */
export function OutboxNote() {
  const hasOutbox = useRead({ call: getConfig }).value?.auth.hasOutbox === true;
  if (!hasOutbox) return null;
  return (
    <p className="card p-3 text-14 text-mute">
      This server does not send e-mails. They appear at{' '}
      <a href="/outbox" target="_blank" rel="noopener" className="link">
        /outbox
      </a>
      , on the machine that it runs on.
    </p>
  );
}
