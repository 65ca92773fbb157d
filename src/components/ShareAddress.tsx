import { useState } from 'react';
import { share } from '../browser/share.ts';
import { Button } from './Button.tsx';
import { pageIcons } from './page-icons.ts';

/** An address to select, and a button that shares or copies it. */
export function ShareAddress({ title, address }: { title: string; address: string }) {
  const [message, setMessage] = useState('');

  async function handleShare(): Promise<void> {
    const outcome = await share({ title, url: address }, address);
    if (outcome === 'copied') setMessage('Copied');
    if (outcome === 'blocked') setMessage('Your browser blocked copying. Copy the address above.');
  }

  return (
    <>
      <p className="rounded-8 border border-line bg-bg p-3 text-14 wrap-anywhere select-all">{address}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={pageIcons.share} onClick={handleShare}>
          Share link
        </Button>
        <p role="status" className="text-14 text-mute">
          {message}
        </p>
      </div>
    </>
  );
}
