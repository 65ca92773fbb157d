import { renameDriver } from '#contract/calls/edit-session';
import { getSession } from '#contract/calls/sessions';
import type { Session } from '#contract/entities/session';
import { type Editor, type EntityEditorOptions, useEntityEditor } from './editor.ts';
import { useWrite } from './write.ts';

/** The names of the drivers of a session, by car index. */
type DriverNames = Readonly<Record<string, string>>;

interface DriverNamesOptions
  extends Pick<EntityEditorOptions<typeof getSession, DriverNames>, 'title' | 'path' | 'onSaved'> {
  /** The session as it is shown, with its version. */
  readonly session: Session;
  readonly version: string;
}

/** Renames the drivers of a session. Every name is a field of its own, so that two people can rename different drivers. */
export function useDriverNames({ session, ...options }: DriverNamesOptions): Editor<DriverNames> {
  const rename = useWrite(renameDriver);
  return useEntityEditor<typeof getSession, DriverNames>({
    ...options,
    form: 'session.drivers',
    read: getSession,
    entity: session,
    select: ({ drivers }) => Object.fromEntries(drivers.map(({ carIndex, name }) => [String(carIndex), name])),
    /** One call for each name that was changed, each based on the version before. */
    async save({ value, base: before, version, key, signal }) {
      const changed = Object.entries(value).filter(([carIndex, name]) => name !== before[carIndex]);
      let last = { value: session, version };
      for (const [carIndex, name] of changed) {
        const base = { entity: session, version: last.version, params: { id: session.id, carIndex } };
        const outcome = await rename({ ...base, body: { name: name.trim() }, key: `${key}-${carIndex}`, signal });
        if ('failure' in outcome) {
          const fieldErrors = outcome.failure.fieldErrors.map((error) => ({ ...error, path: carIndex }));
          return { failure: { ...outcome.failure, fieldErrors } };
        }
        last = { value: outcome.value, version: outcome.version ?? last.version };
      }
      return last;
    },
  });
}
