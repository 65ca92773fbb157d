import { useState } from 'react';
import { v4 as createId, v5 } from 'uuid';
import { createSession } from '#contract/calls/edit-session';
import { addEventSessions, setSessionScoring } from '#contract/calls/events';
import { getSession } from '#contract/calls/sessions';
import type { Season, SeasonEvent } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import type { Scoring } from '#contract/enumerations';
import { correctedSession, resultText } from '../format/corrected-session.ts';
import { knownDrivers } from '../format/known-drivers.ts';
import { sectionPath } from '../format/season-sections.ts';
import { parseResult } from '../format/typed-result.ts';
import { typedSession, typedSessionType } from '../format/typed-session.ts';
import { type Editor, useEntityEditor, useNewEntity } from './editor.ts';
import { useQueryCache } from './read.tsx';
import { useLoad, useWrite } from './write.ts';

/** The name of this form in drafts. */
export const resultForm = 'season.result';

/** A result as it is typed. */
export interface ResultValue {
  /** `none` is qualifying. */
  readonly scoring: Scoring;
  /** One driver in each line. */
  readonly text: string;
}

const blank: ResultValue = { scoring: 'race', text: '' };

interface TypedResultOptions {
  readonly season: Season;
  readonly version: string;
  readonly event: SeasonEvent;
  readonly title: string;
  readonly onStored: () => void;
}

/** Stores a typed result as a session of the user, puts it into its event, and says how it scores. */
export function useTypedResult({ season, version, event, title, onStored }: TypedResultOptions): Editor<ResultValue> {
  const { serverTime } = useQueryCache();
  const upload = useWrite(createSession);
  const addSessions = useWrite(addEventSessions);
  const setScoring = useWrite(setSessionScoring);
  // Another attempt replaces the session of one that did not reach the event.
  const [resultId, setResultId] = useState<string>(() => createId());
  return useNewEntity<ResultValue, unknown>({
    form: resultForm,
    entityId: event.id,
    title,
    path: sectionPath(season.id, 'events'),
    blank,
    onSaved: () => {
      setResultId(createId());
      onStored();
    },
    async save({ value, key, signal }) {
      const keyOf = (part: string) => v5(part, key);
      const now = serverTime();
      const startsAt = new Date(Math.min(Date.parse(event.startsAt ?? ''), now) || now).toISOString();
      const { scoring } = value;
      const { places } = parseResult(value.text, knownDrivers(season, event.id), typedSessionType(scoring));
      const body = typedSession({ track: event.track, startsAt, scoring, places, key: resultId });
      let stored = await upload({ body, key: keyOf('session'), signal });
      if ('value' in stored && stored.value.uploadResult === 'kept' && stored.version !== null) {
        const replace = { query: { replace: 'true' }, version: stored.version } as const;
        stored = await upload({ body, key: keyOf('replace'), signal, ...replace });
      }
      if ('failure' in stored) return stored;
      const sessionId = stored.value.id;
      const params = { seasonId: season.id, eventId: event.id };
      const added = await addSessions({
        ...{ entity: season, version, params, body: { sessionIds: [sessionId] } },
        ...{ key: keyOf('event'), signal },
      });
      // Qualifying scores nothing by itself.
      if ('failure' in added || scoring === 'none') return added;
      return setScoring({
        ...{ entity: season, version: added.version ?? '', params: { ...params, sessionId } },
        ...{ body: { scoring }, key: keyOf('scoring'), signal },
      });
    },
  });
}

/** The name of the form that corrects an entered result in drafts. */
export const correctionForm = 'season.correction';

interface CorrectionOptions extends Pick<TypedResultOptions, 'season' | 'event' | 'title' | 'onStored'> {
  /** The session that is corrected, with its version. */
  readonly session: Session;
  readonly version: string;
}

/** Replaces an entered result; the one before can be restored on the page of the session. */
export function useCorrectedResult(options: CorrectionOptions): Editor<Pick<ResultValue, 'text'>> {
  const { season, event, session, onStored, ...form } = options;
  const upload = useWrite(createSession);
  const load = useLoad();
  return useEntityEditor<typeof getSession, Pick<ResultValue, 'text'>>({
    ...form,
    form: correctionForm,
    path: sectionPath(season.id, 'events'),
    read: getSession,
    entity: session,
    select: (entity) => ({ text: resultText(entity) }),
    onSaved: onStored,
    async save({ value, version, key, signal }) {
      const { places } = parseResult(value.text, knownDrivers(season, event.id), session.sessionType);
      const body = correctedSession(session, places);
      const stored = await upload({ body, query: { replace: 'true' }, version, key, signal });
      return 'failure' in stored ? stored : load(getSession, session.id);
    },
  });
}
