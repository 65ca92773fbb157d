import { useContext } from 'react';
import { texts } from '#contract/api/problem';
import { ButtonLink } from './ButtonLink.tsx';
import { Heading } from './Heading.tsx';
import { ShellPartsContext } from './shell-parts-context.ts';

/** Shown for something that does not exist or is private; the two must look the same. */
export function NotFound() {
  const { LoginOffer } = useContext(ShellPartsContext);
  return (
    <section className="py-16 text-center">
      <Heading title={texts.notFound}>{texts.notFound}</Heading>
      <p className="my-2 text-mute">It may be deleted or private, or the link may be incomplete.</p>
      <ButtonLink href="/home">Go home</ButtonLink>
      {/* Last: it comes late and moves nothing. */}
      <LoginOffer />
    </section>
  );
}
