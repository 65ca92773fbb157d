import { createContext, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { listMemberships } from '#contract/calls/account';
import type { Membership } from '#contract/entities/member';
import { hasRight, type Right, type Role } from '#contract/rights';
import { type OwnedEntity, ownRoles } from '../format/own-roles.ts';
import { useUser } from './auth.tsx';
import { type Read, useRead } from './read.tsx';
import { useRequired } from './required-context.ts';

type MembershipsRead = Pick<Read<readonly Membership[]>, 'phase' | 'value'>;

interface Memberships {
  /** Of the signed-in user; null until they are asked for. */
  readonly read: MembershipsRead | null;
  readonly request: () => void;
}

const MembershipsContext = createContext<Memberships | null>(null);

/** Reads the memberships of the signed-in user once for all pages, as soon as one of them needs them. */
export function MembershipsProvider({ children }: { children: ReactNode }) {
  const userId = useUser()?.userId ?? null;
  const [isRequested, setIsRequested] = useState(false);
  const [request] = useState(() => () => setIsRequested(true));
  const [last, setLast] = useState<{ readonly userId: string; readonly read: MembershipsRead } | null>(null);
  const read = last !== null && last.userId === userId ? last.read : null;
  return (
    <MembershipsContext value={{ read, request }}>
      {children}
      {userId !== null && isRequested ? (
        <MembershipsReader key={userId} onRead={(found) => setLast({ userId, read: found })} />
      ) : null}
    </MembershipsContext>
  );
}

function MembershipsReader({ onRead }: { onRead: (read: MembershipsRead) => void }) {
  const { phase, value } = useRead({ call: listMemberships });
  const report = useEffectEvent(onRead);
  useEffect(() => report({ phase, value }), [phase, value]);
  return null;
}

/** What the user may do in a league or season. */
export interface Rights {
  readonly roles: readonly Role[];
  readonly can: (right: Right) => boolean;
  /** The memberships of the user are still being read. */
  readonly isPending: boolean;
  /** They could not be read: the user may have more rights. */
  readonly isUnknown: boolean;
}

/** The memberships of the user, read when they are needed. */
function useMemberships(isNeeded: boolean): MembershipsRead | null {
  const { read, request } = useRequired(MembershipsContext, 'MembershipsProvider');
  useEffect(() => {
    if (isNeeded) request();
  }, [isNeeded, request]);
  return read;
}

/** The rights of the user in a league or season. The owner of it needs no memberships. */
export function useRights(entity: OwnedEntity): Rights {
  const userId = useUser()?.userId ?? null;
  const isNeeded = userId !== null && userId !== entity.ownerId;
  const read = useMemberships(isNeeded);
  const roles = ownRoles(entity, userId, read?.value ?? []);
  const isSettled = read !== null && (read.value !== null || read.phase === 'failed' || read.phase === 'notFound');
  return {
    roles,
    can: (right) => hasRight(roles, right),
    isPending: isNeeded && !isSettled,
    isUnknown: isNeeded && read?.value === null && read.phase === 'failed',
  };
}
