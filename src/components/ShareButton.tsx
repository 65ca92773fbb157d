import { type ReactNode, useState } from 'react';
import { share } from '../browser/share.ts';
import { Button } from './Button.tsx';
import { pageIcons } from './page-icons.ts';

interface ShareButtonProps {
  readonly title: string;
  readonly address?: string;
  readonly children?: ReactNode;
}

/** Shares an address, or copies it: by itself that of what is open. */
export function ShareButton({ title, address, children = 'Share' }: ShareButtonProps) {
  const [message, setMessage] = useState('');

  async function handleShare(): Promise<void> {
    const url = address === undefined ? location.href : new URL(address, location.href).href;
    const outcome = await share({ title, url }, url);
    if (outcome === 'copied') setMessage('Link copied');
    if (outcome === 'blocked') setMessage('Your browser blocked copying.');
  }

  return (
    <>
      <Button icon={pageIcons.share} onClick={handleShare}>
        {children}
      </Button>
      <p role="status" className="self-center text-14 text-mute empty:hidden">
        {message}
      </p>
    </>
  );
}
