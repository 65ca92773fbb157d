import { createFailure, type Outcome } from '#contract/api/problem';
import type { AnswerOf, BodyOf } from '#contract/calls/call';
import { affectedReads } from '#contract/calls/changes';
import { answerEvent, setLineUp } from '#contract/calls/line-up';
import { getLineUp } from '#contract/calls/seasons';
import type { AnswerValue, LineUp, LineUpChange } from '#contract/entities/line-up';
import { isEqual } from '#machines/equal';
import { useApi } from './api.ts';
import { type Mutation, useMutation } from './mutation.ts';
import { type Read, useQueryCache, useRead } from './read.tsx';

interface EventParams {
  readonly seasonId: string;
  readonly eventId: string;
}

/** The line-up of an event. */
export function useLineUp(params: EventParams): Read<AnswerOf<typeof getLineUp>> & { readonly version: string | null } {
  return useRead({ call: getLineUp, params });
}

/** The answer of the user to an event. */
export function useAnswer(params: EventParams): Mutation<AnswerValue, LineUp> {
  const api = useApi();
  const show = useShow(params);
  return useMutation({
    run: async (value: AnswerValue, idempotencyKey, signal) =>
      show(answerEvent, await api.send(answerEvent, { params, body: { value }, idempotencyKey, signal })),
  });
}

/**
 * A choice about a line-up: the drivers and seats that it is about, and all choices once it is made. The same choice is an equal
 * one, with the same function: made again after a lost answer, it counts once.
 */
export interface LineUpChoice {
  readonly about: readonly string[];
  readonly apply: (lineUp: LineUp, about: readonly string[]) => readonly LineUpChange[];
}

interface ShownLineUp {
  readonly lineUp: LineUp;
  readonly version: string;
}

/** A form that makes choices about the line-up on the screen. */
export function useSetLineUp(params: EventParams, shown: ShownLineUp): Mutation<LineUpChoice, LineUp> {
  const send = useSendChoice(params);
  return useMutation({ run: (choice: LineUpChoice, key, signal) => send(choice, shown, { key, signal }) });
}

/**
 * Makes a choice about the line-up on the screen. Where somebody else has made another one meanwhile, it is made on top of
 * theirs; it is refused where both are about the same drivers or seats.
 */
export function useSendChoice(params: EventParams) {
  const api = useApi();
  const show = useShow(params);
  return async (
    { about, apply }: LineUpChoice,
    shown: ShownLineUp,
    { key, signal }: { readonly key: string; readonly signal: AbortSignal },
  ): Promise<Outcome<LineUp>> => {
    let base = shown;
    for (let attempt = 1; ; attempt += 1) {
      const body: BodyOf<typeof setLineUp> = { changes: [...apply(base.lineUp, about)] };
      const idempotencyKey = `${key}.${attempt}`;
      const answer = await api.send(setLineUp, { params, body, ifMatch: base.version, idempotencyKey, signal });
      if (!('failure' in answer) || answer.failure.status !== 412) return show(setLineUp, answer);
      const fresh = await api.send(getLineUp, { params, signal });
      if ('failure' in fresh) return fresh;
      show(setLineUp, fresh);
      const isSame = isEqual(rowsAbout(base.lineUp, about), rowsAbout(fresh.value, about));
      if (!isSame || fresh.version === null || attempt === mostAttempts) return { failure: changedMeanwhile };
      base = { lineUp: fresh.value, version: fresh.version };
    }
  };
}

const mostAttempts = 5;

const changedMeanwhile = createFailure('problem', {
  status: 412,
  message: 'Somebody else has changed this place. Now you see it as it is: check it, then try again.',
});

function rowsAbout({ changes }: LineUp, ids: readonly string[]): LineUpChange[] {
  return changes.filter(({ driverId, seatId }) => ids.includes(driverId) || (seatId !== null && ids.includes(seatId)));
}

/** Puts an answered line-up on every screen, and fetches what else shows it again. */
function useShow(params: EventParams) {
  const queries = useQueryCache();
  return (call: typeof answerEvent | typeof setLineUp, answer: Outcome<LineUp>): Outcome<LineUp> => {
    if ('failure' in answer) return answer;
    const resource = { call: getLineUp, params: { ...params } };
    queries.put(resource, answer.value, answer.version);
    queries.invalidate(affectedReads(call, { params: { ...params } }), resource);
    return answer;
  };
}
