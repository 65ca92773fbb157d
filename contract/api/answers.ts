import type * as v from 'valibot';
import type { Call } from './call.ts';
import type { AnswerSchema, CallName, calls } from './calls.ts';

/** The modules with the schemas of answers: a page loads those of the calls that it makes. */
const modules = {
  account: () => import('./answers/account.ts'),
  config: () => import('./answers/config.ts'),
  leagues: () => import('./answers/leagues.ts'),
  live: () => import('./answers/live.ts'),
  profile: () => import('./answers/profile.ts'),
  recorders: () => import('./answers/recorders.ts'),
  search: () => import('./answers/search.ts'),
  seasons: () => import('./answers/seasons.ts'),
  sessions: () => import('./answers/sessions.ts'),
  tracks: () => import('./answers/tracks.ts'),
};

type Schemas = {
  [Module in keyof typeof modules]: Awaited<ReturnType<(typeof modules)[Module]>>['answers'];
};

/** The parsed JSON answer of a call; undefined where it has none. */
export type AnswerOf<Name extends CallName> = Name extends CallName
  ? (typeof calls)[Name] extends { answer: infer Module extends keyof Schemas }
    ? Schemas[Module] extends Record<Name, infer Answer extends AnswerSchema>
      ? v.InferOutput<Answer>
      : never
    : undefined
  : never;

/** Loads the schema of a call's JSON answer; null where it has none. Rejects when its module cannot be loaded. */
export async function loadAnswerSchema(name: CallName, { answer }: Call): Promise<AnswerSchema | null> {
  if (answer === undefined) return null;
  const { answers }: { answers: Partial<Record<CallName, AnswerSchema>> } = await modules[answer]();
  return answers[name] ?? null;
}
