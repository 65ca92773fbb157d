import { type ReactNode, useContext } from 'react';
import { matchPage, type PageName } from '#contract/pages/routes';
import { causeText, type NetworkCause } from '../format/network-words.ts';
import { Button } from './Button.tsx';
import { Heading } from './Heading.tsx';
import { ShellPartsContext } from './shell-parts-context.ts';

/** The subjects of pages that have one. */
const subjects: Partial<Record<PageName, string>> = {
  league: 'league',
  season: 'season',
  session: 'session',
  track: 'track',
  user: 'profile',
};

interface NotSavedProps {
  readonly cause: NetworkCause;
  /** One of several parts of a page, which has a heading of its own; null: the page. */
  readonly part: 'list' | 'part' | null;
  readonly retry: () => void;
  /** Its page is for users, and nobody is logged in. */
  readonly isLoggedOut?: boolean;
  /** In place of the list of what is stored. */
  readonly children?: ReactNode;
}

/** In place of a page, or a part of one, that is not on this device while the server cannot be used; with what is. */
export function NotSaved({ cause, part, isLoggedOut = false, retry, children }: NotSavedProps) {
  const { SavedPages } = useContext(ShellPartsContext);
  const noun = part ?? subjects[matchPage(location.pathname).name] ?? 'page';
  const title = isLoggedOut ? 'You are logged out' : `This ${noun} isn’t saved on this device`;
  const outlook = isLoggedOut
    ? 'You can log in once the server can be reached.'
    : `The ${noun} opens by itself once the server can be reached.`;
  return (
    <section className="stack max-w-2xl gap-4" role="alert">
      {part !== null ? (
        <p className="font-750">{title}</p>
      ) : (
        <Heading title={title} className="text-20 font-800">
          {title}
        </Heading>
      )}
      <p className="-mt-3 flex flex-wrap items-center gap-x-3 text-mute">
        {causeText(cause)}. {outlook}
        <Button kind="link" onClick={retry}>
          Try again
        </Button>
      </p>
      {children ?? (part !== null ? null : <SavedPages />)}
    </section>
  );
}
