import { useEffect, useState } from 'react';
import type { Outcome } from '#contract/api/problem';
import type { Session } from '#contract/entities/session';
import type { Versioned } from '#machines/editor-content';
import type { Save } from '#machines/editor-context';
import { type Editor, useEditor } from './editor.ts';
import { unknownBase, useLoad, useWrite } from './write.ts';

/** The names of the drivers of a session, by car index. */
export type DriverNames = Readonly<Record<string, string>>;

interface DriverNamesOptions {
  /** The session as it is shown, with its version. */
  readonly session: Session;
  readonly version: string;
  readonly title: string;
  /** The page that continues a draft. */
  readonly path: string;
  /** Called after a save, with all names before and after it. */
  readonly onSaved: (before: DriverNames, after: DriverNames) => void;
}

/** Renames the drivers of a session. Every name is a field of its own, so that two people can rename different drivers. */
export function useDriverNames({ session, version, ...form }: DriverNamesOptions): Editor<DriverNames> {
  const { title, path, onSaved } = form;
  const loadEntity = useLoad();
  const rename = useWrite('renameDriver');
  const { id } = session;
  const [listeners] = useState(() => new Set<(entity: Versioned<DriverNames>) => void>());
  useEffect(() => {
    for (const listener of listeners) listener({ value: namesOf(session), version });
  }, [session, version, listeners]);

  async function load(isReload: boolean): Promise<Outcome<DriverNames>> {
    if (!isReload) return { value: namesOf(session), version };
    const outcome = await loadEntity('getSession', id);
    return 'failure' in outcome ? outcome : { value: namesOf(outcome.value), version: outcome.version };
  }

  /** One call for each name that was changed, each based on the version before. */
  async function save(
    { value, base, version: first }: Save<DriverNames>,
    signal: AbortSignal,
  ): Promise<Outcome<DriverNames>> {
    const changed = Object.entries(value).filter(([carIndex, name]) => name !== base[carIndex]);
    let last: Outcome<DriverNames> = { value, version: first };
    for (const [carIndex, name] of changed) {
      if (last.version === null) return { failure: unknownBase };
      const params = { id, carIndex };
      const outcome = await rename({
        entity: session,
        version: last.version,
        params,
        body: { name: name.trim() },
        signal,
      });
      if ('failure' in outcome) {
        const fieldErrors = outcome.failure.fieldErrors.map((error) => ({ ...error, path: carIndex }));
        return { failure: { ...outcome.failure, fieldErrors } };
      }
      last = { value: namesOf(outcome.value), version: outcome.version };
    }
    onSaved(base, value);
    return last;
  }

  return useEditor<DriverNames>({
    form: 'session.drivers',
    entityId: id,
    title,
    path,
    load,
    save,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
}

function namesOf({ drivers }: Session): DriverNames {
  return Object.fromEntries(drivers.map(({ carIndex, name }) => [String(carIndex), name]));
}
