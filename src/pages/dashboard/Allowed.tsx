import type { ReactNode } from 'react';
import type { Right } from '#contract/rights';
import { type Rights, useRights } from '../../actors/rights.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';
import type { OwnedEntity } from '../../format/own-roles.ts';
import { rolesText } from '../../format/role-words.ts';

interface AllowedProps {
  readonly entity: OwnedEntity & { readonly name: string };
  readonly kind: 'league' | 'season';
  /** The right that the page needs. */
  readonly right: Right;
  readonly skeleton: ReactNode;
  /** Links to what the user may do instead. */
  readonly otherwise?: (rights: Rights) => ReactNode;
  readonly children: (rights: Rights) => ReactNode;
}

/** An editor for those who have its right; for others why they do not see it, and where they can go. */
export function Allowed({ entity, kind, right, skeleton, otherwise, children }: AllowedProps) {
  const rights = useRights(entity);
  if (rights.can(right)) return children(rights);
  if (rights.isPending) return skeleton;
  const { id, name } = entity;
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 py-12 text-center">
      <Heading title={`Edit ${name}`}>
        <bdi>{name}</bdi>
      </Heading>
      <p className="text-mute">{reasonOf(rights, kind)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {otherwise?.(rights)}
        <ButtonLink href={`/${kind}s/${id}`}>Open the {kind}</ButtonLink>
        <ButtonLink href={`/dashboard/${kind}s`}>Your {kind}s</ButtonLink>
      </div>
    </section>
  );
}

function reasonOf({ roles, isUnknown }: Rights, kind: string): string {
  if (isUnknown) return `This device could not read whether you help to run this ${kind}. Try again with a network.`;
  return roles.length === 0
    ? `Only those who run this ${kind} can edit it.`
    : `Your role here is ${rolesText(roles)}. This part is for others.`;
}
