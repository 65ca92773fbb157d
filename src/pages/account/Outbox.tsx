import { useRead } from '../../actors/read.tsx';

/** Where mails are on a server that sends none: a developer's own. */
export function Outbox() {
  const hasOutbox = useRead({ name: 'getConfig' }).value?.auth.hasOutbox === true;
  if (!hasOutbox) return null;
  return (
    <p className="card p-3 text-14 text-mute">
      This server sends no mail yet. On the machine it runs on, mails are in its{' '}
      <a href="/outbox" target="_blank" rel="noopener" className="text-red underline underline-offset-4">
        outbox
      </a>
      .
    </p>
  );
}
