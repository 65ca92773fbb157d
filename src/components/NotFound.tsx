import { texts } from '#contract/problem';
import { Heading } from './Heading.tsx';

/** A thing that is absent or private. */
export function NotFound() {
  return (
    <section className="mx-auto grid max-w-xl gap-3 py-16 text-center">
      <Heading title={texts.notFound}>{texts.notFound}</Heading>
      <p className="text-mute">It was deleted, it is private, or the link is not whole.</p>
      <p>
        <a className="action border border-line" href="/home">
          Go home
        </a>
      </p>
    </section>
  );
}
