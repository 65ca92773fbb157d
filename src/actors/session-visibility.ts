import { updateSession } from '#contract/calls/edit-session';
import { getSession } from '#contract/calls/sessions';
import type { Session } from '#contract/entities/session';
import { type Mutation, useMutation } from './mutation.ts';
import { useLoad, useWrite } from './write.ts';

/** Makes an own session public, or private. */
export function useSessionVisibility(id: string, onDone: () => void): Mutation<boolean, Session> {
  const load = useLoad();
  const update = useWrite(updateSession);
  return useMutation({
    run: async (isPublic: boolean, key, signal) => {
      const shown = await load(getSession, id);
      if ('failure' in shown) return shown;
      const { value: entity, version } = shown;
      return update({ entity, version, params: { id }, body: { isPublic }, key, signal });
    },
    onDone,
  });
}
