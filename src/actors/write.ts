import { paramNamesOf } from '#contract/api/address';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import type { AnswerOf, BodyOf, Call, ReadCall, WriteCall } from '#contract/calls/call';
import { affectedReads, type Change, profileSaved } from '#contract/calls/changes';
import { getProfile } from '#contract/calls/site';
import type { Profile } from '#contract/entities/profile';
import type { UploadedSession } from '#contract/entities/session-version';
import { writeOnBasis } from '#machines/write-on-basis';
import type { Api, CallOptions } from '../api/client.ts';
import { formatInstant } from '../format/date.ts';
import type { QueryCache, Resource } from '../queries/query-cache.ts';
import { useApi } from './api.ts';
import { useQueryCache } from './read.tsx';

type Params = Readonly<Record<string, string>>;

interface Request<Of extends WriteCall> {
  readonly params?: Params;
  readonly query?: CallOptions<Of>['query'];
  readonly body?: BodyOf<Of>;
  /** The Idempotency-Key of the attempt. */
  readonly key?: string;
  /** Aborted when the user stops the attempt. */
  readonly signal?: AbortSignal;
}

/** The entity on the screen with its version, on which a write is based. */
interface Shown<Entity = { readonly id: string }> {
  readonly entity: Entity;
  readonly version: string;
}

/** A write with its request. Where the contract bases it on a version, it cannot be made without one; on a part, not without that. */
type WriteRequest<Of extends WriteCall> = Request<Of> &
  (Of extends { version: object; basis: object }
    ? Shown<AnswerOf<Of['version']> & { readonly id: string }>
    : Of extends { version: object }
      ? Shown
      : Partial<Shown>);

/** Makes one kind of write. */
export type Write<Of extends WriteCall> = (request: WriteRequest<Of>) => Promise<Outcome<AnswerOf<Of>>>;

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
export function useWrite<Of extends WriteCall>(call: Of): Write<Of> {
  const adapters = useAdapters();
  return async (request) => {
    const { entity, version, key, ...rest } = anyRequest(request);
    const send = (base = version) =>
      adapters.api.send<WriteCall>(call, {
        ...rest,
        ...(base === undefined ? {} : { ifMatch: base }),
        ...(key === undefined ? {} : { idempotencyKey: key }),
      });
    const shown = resourceOf(call.version, entity);
    const basis = basisOf(call);
    const answer =
      basis === undefined || shown === null || version === undefined
        ? await send()
        : await writeOnBasis(
            { value: entity as unknown, version },
            {
              basisOf: (value) => basis(value, rest),
              send,
              reload: () => adapters.api.send<ReadCall>(shown.call, { params: shown.params }),
            },
          );
    return settle(adapters, call, { ...rest, entity }, answer) as Promise<Outcome<AnswerOf<Of>>>;
  };
}

/** A write of the API, or the change of a profile, which goes through the auth service. */
type Settled = Change & Pick<WriteCall, 'version' | 'entity' | 'isDeletion'>;
const profileChange: Settled = { ...profileSaved, entity: getProfile };

/** Shows the answer of the auth service to a change of a profile everywhere. */
export function useSettledProfile(): (answer: Outcome<Profile>) => Promise<Outcome<Profile>> {
  const adapters = useAdapters();
  return (answer) => settle(adapters, profileChange, {}, answer) as Promise<Outcome<Profile>>;
}

/**
 * Puts the answer into the cache, and fetches the reads that the write affects again. After a 412 or 404 the screen is
 * outdated: its entity is fetched again before the write is refused, without one the affected reads are.
 */
async function settle(
  { api, queries }: Adapters,
  write: Settled,
  { params, body, entity }: Pick<AnyRequest, 'params' | 'body' | 'entity'>,
  answer: Outcome<unknown>,
): Promise<Outcome<unknown>> {
  const shown = resourceOf(write.version ?? write.entity, entity ?? ('value' in answer ? answer.value : null));
  const request = { params: { ...shown?.params, ...params }, body };
  if ('failure' in answer) {
    const isOutdated = answer.failure.status === 412 || answer.failure.status === 404;
    const current = isOutdated && shown !== null ? await refresh(shown) : undefined;
    if (isOutdated && shown === null) queries.invalidate(affectedReads(write, request));
    return { failure: { ...inWords(answer.failure), ...(current === undefined ? {} : { current }) } };
  }
  if (shown === null) queries.invalidate(affectedReads(write, request));
  else if (write.isDeletion) {
    await queries.remove(shown).catch(() => undefined);
    queries.invalidate(affectedReads(write, request));
  } else if (answer.value === undefined) {
    // An answer without a body does not contain the entity.
    await refresh(shown);
  } else put(shown, answer);
  return answer;

  /** The entity as it has become; undefined where it cannot be read. */
  async function refresh(resource: EntityResource): Promise<unknown> {
    const fetched = await api.send(resource.call, { params: resource.params });
    if ('failure' in fetched) {
      queries.invalidate(affectedReads(write, request));
      return undefined;
    }
    put(resource, fetched);
    return fetched.value;
  }

  function put(resource: EntityResource, { value, version }: { value: unknown; version: string | null }): void {
    const { uploadResult, ...stored } = entityIn(value);
    queries.put(resource, stored, version);
    // An upload that was stored before changes nothing.
    if (uploadResult !== 'same' && uploadResult !== 'kept') queries.invalidate(affectedReads(write, request), resource);
  }
}

/** Fetches an entity that a write is to be based on. */
export function useLoad(): <Of extends ReadCall>(
  call: Of,
  id: string,
) => Promise<{ readonly value: AnswerOf<Of>; readonly version: string } | { readonly failure: Failure }> {
  const { api, queries } = useAdapters();
  return async <Of extends ReadCall>(call: Of, id: string) => {
    const resource = entityResource(call, id);
    const outcome = await api.send(resource.call, { params: resource.params });
    if ('failure' in outcome) return outcome;
    queries.put(resource, outcome.value, outcome.version);
    // The answer was parsed by the schema of this very call.
    return outcome.version === null
      ? { failure: withoutVersion }
      : { value: outcome.value as AnswerOf<Of>, version: outcome.version };
  };
}

const withoutVersion = createFailure('unexpected', {
  message: 'The answer has no version',
  detail: 'The answer has no ETag. A proxy may have removed it.',
});

type EntityResource = Resource & { readonly params: Params };

/** The basis of a write; its entity was parsed by the call that reads it. */
function basisOf({ basis }: WriteCall): ((entity: unknown, request: AnyRequest) => unknown) | undefined {
  return basis as ((entity: unknown, request: AnyRequest) => unknown) | undefined;
}

function resourceOf(read: ReadCall | undefined, entity: unknown): EntityResource | null {
  const hasId = typeof entity === 'object' && entity !== null && 'id' in entity;
  return read !== undefined && hasId ? entityResource(read, String(entity.id)) : null;
}

/** The read of an entity, by its id. */
export function entityResource(call: ReadCall, id: string): EntityResource {
  const [param = 'id'] = paramNamesOf(call);
  return { call, params: { [param]: id } };
}

function inWords(failure: Failure): Failure {
  if (failure.status !== 412) return failure;
  const by = failure.problem?.changedBy;
  const who = by?.userName == null ? '' : ` Last by ${by.userName} (${formatInstant(by.at)}).`;
  return { ...failure, problem: { ...failure.problem, detail: `${outdated}${who}` } };
}

interface AnyRequest {
  readonly params?: Params;
  readonly query?: CallOptions<Call>['query'];
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

/** An entity, and what became of an upload. */
function entityIn(value: unknown): Partial<Pick<UploadedSession, 'uploadResult'>> {
  return value as Partial<Pick<UploadedSession, 'uploadResult'>>;
}
