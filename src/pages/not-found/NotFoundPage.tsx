import { texts } from '#contract/api/problem';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';

/** The 404 page. */
export function NotFoundPage() {
  return (
    <section className="grid justify-items-center gap-3 py-16 text-center">
      <Heading title={texts.notFoundPage} className="grid gap-2">
        <span className="text-[96px] leading-none font-800 text-red">404</span>
        <span className="text-26 font-800">{texts.notFoundPage}</span>
      </Heading>
      <p className="text-mute">We couldn’t find this page. Check the address, or start again from the home page.</p>
      <ButtonLink kind="primary" href="/home">
        Go home
      </ButtonLink>
    </section>
  );
}
