import { ButtonLink } from './Button.tsx';
import { Heading } from './Heading.tsx';

interface NotOwnerProps {
  /** The name of the entity, and what it is: `league`. */
  readonly name: string;
  readonly kind: string;
  /** Its page for everybody, and the list of the user's own ones. */
  readonly href: string;
  readonly listHref: string;
}

/** In place of an editor, for somebody who may read an entity and not change it. */
export function NotOwner({ name, kind, href, listHref }: NotOwnerProps) {
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center">
      <Heading title={`Edit ${name}`}>
        <bdi>{name}</bdi>
      </Heading>
      <p className="text-mute">Only the owner of this {kind} can edit it.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink kind="primary" href={href}>
          Open the {kind}
        </ButtonLink>
        <ButtonLink href={listHref}>Your {kind}s</ButtonLink>
      </div>
    </section>
  );
}
