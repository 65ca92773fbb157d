import { texts } from '#contract/api/problem';
import { ButtonLink } from './ButtonLink.tsx';
import { Heading } from './Heading.tsx';

/** Shown for something that does not exist or is private; the two must look the same. */
export function NotFound() {
  return (
    <section className="mx-auto grid max-w-xl gap-3 py-16 text-center">
      <Heading title={texts.notFound}>{texts.notFound}</Heading>
      <p className="text-mute">It may be deleted or private, or the link may be incomplete.</p>
      <p>
        <ButtonLink href="/home">Go home</ButtonLink>
      </p>
    </section>
  );
}
