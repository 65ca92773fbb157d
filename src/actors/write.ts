import { paramNamesOf } from '#contract/api/address';
import type { AnswerOf } from '#contract/api/answers';
import type { Call } from '#contract/api/call';
import type { CallName, WriteCallName } from '#contract/api/calls';
import { affectedReads } from '#contract/api/dependencies';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import { reads } from '#contract/api/reads';
import type { BodyOf } from '#contract/api/requests';
import { type EntityReadName, type VersionedWriteName, versionedWrites } from '#contract/api/versioned-writes';
import { writes } from '#contract/api/writes';
import type { Profile } from '#contract/entities/profile';
import type { UploadedSession } from '#contract/entities/session-version';
import type { Api, CallOptions } from '../api/client.ts';
import type { QueryCache, Resource } from '../queries/query-cache.ts';
import { useApi } from './api.ts';
import { useQueryCache } from './read.tsx';

/** The read of the entity that a write answers or deletes; the others have none. */
const entityReads: Readonly<Partial<Record<WriteCallName | 'saveProfile', EntityName>>> = {
  ...versionedWrites,
  createLeague: 'getLeague',
  addLeagueSeason: 'getLeague',
  createSeason: 'getSeason',
  createSession: 'getSession',
  deleteSession: 'getSession',
  saveProfile: 'getProfile',
};

/** The writes after which there is no entity. */
const deletions: ReadonlySet<string> = new Set<WriteCallName>(['deleteLeague', 'deleteSeason', 'deleteSession']);

type Params = Readonly<Record<string, string>>;

interface Request<Name extends WriteCallName> {
  readonly params?: Params;
  readonly query?: CallOptions<Name>['query'];
  readonly body?: BodyOf<Name>;
  /** The Idempotency-Key of the attempt. */
  readonly key?: string;
  /** Aborted when the user stops the attempt. */
  readonly signal?: AbortSignal;
}

/** The entity on the screen with its version, on which a write is based. */
interface Shown {
  readonly entity: { readonly id: string };
  readonly version: string;
}

/** A write with its request. Where the contract bases it on a version, it cannot be made without one. */
type WriteRequest<Name extends WriteCallName> = Request<Name> &
  (Name extends VersionedWriteName ? Shown : Partial<Shown>);

/** Makes one kind of write. */
export type Write<Name extends WriteCallName> = (request: WriteRequest<Name>) => Promise<Outcome<AnswerOf<Name>>>;

interface Adapters {
  readonly api: Api;
  readonly queries: Pick<QueryCache, 'put' | 'invalidate' | 'remove'>;
}

/** The advice after a 412 of an action; editors merge instead. */
const outdated = 'It was changed somewhere else in the meantime. Now you see it as it is: check it, then try again.';

function useAdapters(): Adapters {
  return { api: useApi(), queries: useQueryCache() };
}

/** One kind of write, with the version that it is based on: every view and tab shows its result. */
export function useWrite<Name extends WriteCallName>(name: Name): Write<Name> {
  const adapters = useAdapters();
  return async (request) => {
    const { entity, version, key, ...rest } = anyRequest(request);
    const send = callOf(adapters.api, name);
    const answer = await send({
      ...rest,
      ...(version === undefined ? {} : { ifMatch: version }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    return settle(adapters, name, { ...rest, entity }, answer) as Promise<Outcome<AnswerOf<Name>>>;
  };
}

/**
 * Prepares a deletion with its token. Returns a function that sends it although the page is being closed. `onDeleted` is called
 * when the server has deleted it, or no longer had it.
 */
export function usePreparedWrite(
  name: 'deleteSession',
): (params: Params, onDeleted: () => void) => Promise<() => Promise<void>> {
  const { api, queries } = useAdapters();
  return async (params, onDeleted) => {
    const send = await api.prepare(writes[name], { params });
    return async () => {
      const status = await send();
      if (status === 204 || status === 200 || status === 404) onDeleted();
      queries.invalidate(affectedReads(name, { params }));
    };
  };
}

/** Shows the answer of the auth service to a change of a profile everywhere. */
export function useSettledProfile(): (answer: Outcome<Profile>) => Promise<Outcome<Profile>> {
  const adapters = useAdapters();
  return (answer) => settle(adapters, 'saveProfile', {}, answer) as Promise<Outcome<Profile>>;
}

/**
 * Puts the answer into the cache, and fetches the reads that the write affects again. After a 412 or 404 the outdated entity
 * on the screen is fetched again before the write is refused.
 */
async function settle(
  { api, queries }: Adapters,
  name: WriteCallName | 'saveProfile',
  { params, body, entity }: Pick<AnyRequest, 'params' | 'body' | 'entity'>,
  answer: Outcome<unknown>,
): Promise<Outcome<unknown>> {
  const shown = resourceOf(entityReads[name], entity ?? ('value' in answer ? answer.value : null));
  const request = { params: { ...shown?.params, ...params }, body };
  if ('failure' in answer) {
    const isOutdated = answer.failure.status === 412 || answer.failure.status === 404;
    if (isOutdated && shown !== null) await refresh(shown);
    return { failure: inWords(answer.failure) };
  }
  if (shown === null) queries.invalidate(affectedReads(name, request));
  else if (deletions.has(name)) {
    await queries.remove(shown).catch(() => undefined);
    queries.invalidate(affectedReads(name, request));
  } else if (answer.value === undefined) {
    // An answer without a body does not contain the entity.
    await refresh(shown);
  } else put(shown, answer);
  return answer;

  async function refresh(resource: EntityResource): Promise<void> {
    const fetched = await api.read(resource.name, { params: resource.params });
    if ('failure' in fetched) queries.invalidate(affectedReads(name, request));
    else put(resource, fetched);
  }

  function put(resource: EntityResource, { value, version }: { value: unknown; version: string | null }): void {
    const { uploadResult, ...stored } = entityIn(value);
    queries.put<EntityName>(resource, stored, version);
    // An upload that was stored before changes nothing.
    if (uploadResult !== 'same' && uploadResult !== 'kept') queries.invalidate(affectedReads(name, request), resource);
  }
}

/** Fetches an entity that a write is to be based on. */
export function useLoad(): <Name extends EntityReadName>(
  name: Name,
  id: string,
) => Promise<{ readonly value: AnswerOf<Name>; readonly version: string } | { readonly failure: Failure }> {
  const { api, queries } = useAdapters();
  return async <Name extends EntityReadName>(name: Name, id: string) => {
    const resource = entityResource(name, id);
    const outcome = await api.read(name, { params: resource.params });
    if ('failure' in outcome) return outcome;
    queries.put<EntityName>(resource, entityIn(outcome.value), outcome.version);
    // The answer was parsed by the schema of this very call.
    return outcome.version === null
      ? { failure: withoutVersion }
      : { value: outcome.value as AnswerOf<Name>, version: outcome.version };
  };
}

const withoutVersion = createFailure('unexpected', {
  message: 'The answer has no version',
  detail: 'The answer has no ETag. A proxy may have removed it.',
});

type EntityName = EntityReadName | 'getProfile';
type EntityResource = Resource<EntityName> & { readonly params: Params };

function resourceOf(name: EntityName | undefined, entity: unknown): EntityResource | null {
  const hasId = typeof entity === 'object' && entity !== null && 'id' in entity;
  return name !== undefined && hasId ? entityResource(name, String(entity.id)) : null;
}

/** The read of an entity, by its id. */
export function entityResource(name: EntityName, id: string): EntityResource {
  const [param = 'id'] = paramNamesOf(reads[name]);
  return { name, params: { [param]: id } };
}

function inWords(failure: Failure): Failure {
  return failure.status === 412 ? { ...failure, problem: { ...failure.problem, detail: outdated } } : failure;
}

interface AnyRequest {
  readonly params?: Params;
  readonly query?: CallOptions<CallName>['query'];
  readonly body?: unknown;
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly entity?: { readonly id: string } | undefined;
  readonly version?: string;
}

/** A request of any write: which parts it has follows from its name. */
function anyRequest(request: AnyRequest): AnyRequest {
  return request;
}

/** The caller's types hold for the options of the call: which ones it needs follows from its name. */
function callOf(api: Api, name: WriteCallName): (options: object) => Promise<Outcome<unknown>> {
  const call: Call = name in writes ? writes[name as keyof typeof writes] : reads[name as keyof typeof reads];
  return (options) => api.send(name, call, options as CallOptions<WriteCallName>);
}

/** The answers of these writes and reads, parsed by the schema of their call. */
function entityIn(value: unknown): AnswerOf<EntityName> & Partial<Pick<UploadedSession, 'uploadResult'>> {
  return value as AnswerOf<EntityName>;
}
