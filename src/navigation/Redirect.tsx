import { useState } from 'react';
import { useReplacePage } from './use-replace-page.ts';

/** Shows another page in place of this one: the address that it is rendered with first. */
export function Redirect({ to }: { to: string }) {
  const [href] = useState(to);
  useReplacePage(href);
  return null;
}
