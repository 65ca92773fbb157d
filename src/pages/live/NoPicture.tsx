import { Empty } from '../../components/Empty.tsx';

/** In place of a race of which nothing is known, while it cannot be followed. */
export function NoPicture() {
  return (
    <section aria-label="Timing">
      <Empty title="No picture of this race yet">It comes by itself once the server can be reached.</Empty>
    </section>
  );
}
