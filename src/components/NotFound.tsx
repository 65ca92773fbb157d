import { useContext } from 'react';
import { texts } from '#contract/api/problem';
import { ButtonLink } from './ButtonLink.tsx';
import { Heading } from './Heading.tsx';
import { ShellPartsContext } from './shell-parts-context.ts';

/** Shown for something that does not exist or is private; the two must look the same. */
export function NotFound() {
  const { NotFoundReason } = useContext(ShellPartsContext);
  return (
    <section className="grid justify-items-center gap-3 py-16 text-center">
      <Heading title={texts.notFound}>{texts.notFound}</Heading>
      <NotFoundReason />
      <ButtonLink href="/home">Go home</ButtonLink>
    </section>
  );
}
