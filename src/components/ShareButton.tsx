import { useState } from 'react';
import { share } from '../browser/share.ts';
import { Button } from './Button.tsx';
import { pageIcons } from './page-icons.ts';

/** Shares the address of what is open, or copies it. */
export function ShareButton({ title }: { title: string }) {
  const [message, setMessage] = useState('');

  async function handleShare(): Promise<void> {
    const outcome = await share({ title, url: location.href }, location.href);
    if (outcome === 'copied') setMessage('Link copied');
    if (outcome === 'blocked') setMessage('Your browser blocked copying.');
  }

  return (
    <>
      <Button icon={pageIcons.share} onClick={handleShare}>
        Share
      </Button>
      <p role="status" className="self-center text-14 text-mute empty:hidden">
        {message}
      </p>
    </>
  );
}
