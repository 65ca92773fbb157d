import { texts } from '#contract/problem';

/** A thing that is absent or private. */
export function NotFound() {
  return (
    <section className="mx-auto grid max-w-xl gap-3 py-16 text-center">
      <h1 className="text-30 font-800">{texts.notFound}</h1>
      <p className="text-mute">It was deleted, it is private, or the link is not whole.</p>
      <p>
        <a className="action border border-line" href="/home">
          Go home
        </a>
      </p>
    </section>
  );
}
