import { type AnswerOf, type CallName, calls } from '#contract/api/calls';
import { affectedReads } from '#contract/api/dependencies';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import type { BodyOf } from '#contract/api/requests';
import { type EntityReadName, type VersionedWriteName, versionedWrites } from '#contract/api/versioned-writes';
import type { Api } from '../api/client.ts';
import type { QueryCache, Resource } from '../queries/query-cache.ts';
import { useApi } from './api.tsx';
import { useQueryCache } from './read.tsx';

/** Writes that are based on no version, each with the read of the entity that it answers. */
const otherWrites = {
  createLeague: 'getLeague',
  addLeagueSeason: 'getLeague',
  createSeason: 'getSeason',
} as const satisfies Partial<Record<CallName, EntityReadName>>;

const entityReads = { ...otherWrites, ...versionedWrites };

/** The writes that change one entity. */
export type WriteName = keyof typeof entityReads;

interface Request<Name extends WriteName> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<Name>;
  /** The Idempotency-Key of the attempt. */
  readonly key?: string;
  /** Aborted when the user stops the attempt. */
  readonly signal?: AbortSignal;
}

/** An entity as it is on the screen, with its version: what a write is based on. */
interface Shown {
  readonly entity: { readonly id: string };
  readonly version: string;
}

/** A write with its request. Where the contract bases it on a version, it cannot be made without one. */
type WriteRequest<Name extends WriteName> = Request<Name> &
  (Name extends VersionedWriteName ? Shown : { readonly entity?: never });

/** Makes one kind of write. */
export type Write<Name extends WriteName> = (request: WriteRequest<Name>) => Promise<Outcome<AnswerOf<Name>>>;

interface Adapters {
  readonly api: Api;
  readonly queries: Pick<QueryCache, 'put' | 'invalidate' | 'remove'>;
}

/** What a person does after a 412 of an action; editors merge instead. */
const outdated = 'It was changed somewhere else in the meantime. Now you see it as it is: check it, then try again.';

/** One kind of write to an entity: every view and tab shows what it has become. */
export function useWrite<Name extends WriteName>(name: Name): Write<Name> {
  const adapters = { api: useApi(), queries: useQueryCache() };
  return (request) => write(adapters, name, request);
}

/**
 * Sends a write with the version that it is based on, puts the answer into the cache, and has the reads that it affects
 * fetched again. A 412 or 404 says that what is shown is out of date: it is fetched again before the write is refused.
 */
async function write<Name extends WriteName>(
  { api, queries }: Adapters,
  name: Name,
  request: WriteRequest<Name>,
): Promise<Outcome<AnswerOf<Name>>> {
  const { params, body, key, signal, entity, version } = optional(request);
  const affected = affectedReads(name, { ...(params === undefined ? {} : { params }), body });
  const answer = await callOf(
    api,
    name,
  )({
    ...(params === undefined ? {} : { params }),
    ...(body === undefined ? {} : { body }),
    ...(version === undefined ? {} : { ifMatch: version }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(signal === undefined ? {} : { signal }),
  });
  if ('failure' in answer) {
    const { status } = answer.failure;
    const isOutdated = status === 412 || status === 404;
    if (isOutdated && entity !== undefined) await refresh(entity.id);
    return { failure: inWords(answer.failure) };
  }
  if (removes(name) && entity !== undefined) {
    await queries.remove(resourceOf(name, entity.id)).catch(() => undefined);
    queries.invalidate(affected);
  } else if (answer.value === undefined && entity !== undefined) {
    // Without a body the answer does not say what the entity has become.
    await refresh(entity.id);
  } else {
    put(resourceOf(name, idOf(answer.value)), answer);
  }
  return answer as Outcome<AnswerOf<Name>>;

  async function refresh(id: string): Promise<void> {
    const resource = resourceOf(name, id);
    const fetched = await api.read(resource.name, { params: resource.params });
    if ('failure' in fetched) queries.invalidate(affected);
    else put(resource, fetched);
  }

  function put(resource: EntityResource, { value, version: stored }: { value: unknown; version: string | null }): void {
    queries.put<EntityReadName>(resource, entityIn(value), stored);
    queries.invalidate(affected, resource);
  }
}

/** Fetches an entity that a write is to be based on. */
export function useLoad(): <Name extends EntityReadName>(
  name: Name,
  id: string,
) => Promise<{ readonly value: AnswerOf<Name>; readonly version: string } | { readonly failure: Failure }> {
  const api = useApi();
  const queries = useQueryCache();
  return async <Name extends EntityReadName>(name: Name, id: string) => {
    const resource = entityResource(name, id);
    const outcome = await api.read(name, { params: resource.params });
    if ('failure' in outcome) return outcome;
    queries.put<EntityReadName>(resource, entityIn(outcome.value), outcome.version);
    // The answer was parsed by the schema of this very call.
    return outcome.version === null
      ? { failure: withoutVersion }
      : { value: outcome.value as AnswerOf<Name>, version: outcome.version };
  };
}

/** What a draft without a version is refused with: its editor merges it with the newest version, as after a 412. */
export const unknownBase = createFailure('problem', {
  status: 412,
  message: 'The version of this draft is not known.',
});

const withoutVersion = createFailure('unexpected', {
  message: 'The answer has no version',
  detail: 'The answer has no ETag. A proxy may have removed it.',
});

type EntityResource = Resource<EntityReadName> & { readonly params: Readonly<Record<string, string>> };

/** The calls that delete their entity: they end with its id. */
function removes(name: WriteName): boolean {
  return calls[name].method === 'DELETE' && calls[name].path === calls[entityReads[name]].path;
}

function resourceOf(name: WriteName, id: string): EntityResource {
  return entityResource(entityReads[name], id);
}

function entityResource(name: EntityReadName, id: string): EntityResource {
  return { name, params: { [name === 'getLeague' ? 'leagueId' : 'id']: id } };
}

function inWords(failure: Failure): Failure {
  return failure.status === 412 ? { ...failure, problem: { ...failure.problem, detail: outdated } } : failure;
}

interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly entity?: { readonly id: string };
  readonly version?: string;
}

/** A request of any write: which parts it has follows from its name. */
function optional(request: AnyRequest): AnyRequest {
  return request;
}

/** The caller's types hold for the options of the call: which ones it needs follows from its name. */
function callOf(api: Api, name: WriteName): (options: object) => Promise<Outcome<unknown>> {
  return api[name] as (options: object) => Promise<Outcome<unknown>>;
}

/** What the writes and reads here answer, parsed by the schema of their call. */
function entityIn(value: unknown): AnswerOf<EntityReadName> {
  return value as AnswerOf<EntityReadName>;
}

function idOf(value: unknown): string {
  return entityIn(value).id;
}
