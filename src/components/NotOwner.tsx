import { ButtonLink } from './ButtonLink.tsx';
import { Heading } from './Heading.tsx';

interface NotOwnerProps {
  /** The name and the kind of the entity: `league`. */
  readonly name: string;
  readonly kind: string;
  /** Its public page, and the list of the user's own ones. */
  readonly href: string;
  readonly listHref: string;
}

/** Replaces an editor for users who may only read the entity. */
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
