import { useEffect, useSyncExternalStore } from 'react';
import { acceptInvitation, previewInvitation } from '#contract/calls/members';
import type { AcceptedInvitation, InvitationPreview } from '#contract/entities/member';
import { invitationIn } from '../format/invitation-link.ts';
import { useApi } from './api.ts';
import { type Mutation, useMutation } from './mutation.ts';
import { useWrite } from './write.ts';

/** The token of the invitation in the address of this page, also of one that is pasted while the page is open. */
export function useInvitationToken(): string | null {
  return useSyncExternalStore(
    listenToHash,
    () => invitationIn(location.hash),
    () => null,
  );
}

function listenToHash(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

interface UsedInvitation {
  /** What the invitation gives, read as soon as the page is open. */
  readonly preview: Mutation<undefined, InvitationPreview>;
  readonly acceptance: Mutation<undefined, AcceptedInvitation>;
}

/** An invitation to a league. Its token is in no address of a request, and in no cache. */
export function useInvitation(token: string): UsedInvitation {
  const api = useApi();
  const accept = useWrite(acceptInvitation);
  const preview = useMutation({
    run: (_: undefined, __, signal) => api.send(previewInvitation, { body: { token }, signal }),
  });
  const acceptance = useMutation({
    run: (_: undefined, key, signal) => accept({ body: { token }, key, signal }),
  });
  useEffect(() => {
    if (!preview.isBusy && !preview.isDone && preview.failure === null) preview.submit(undefined);
  });
  return { preview, acceptance };
}
