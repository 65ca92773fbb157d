import type * as v from 'valibot';
import type { Right } from '../rights.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** What all calls have. */
interface AnyCall {
  /** Parameters in braces are UUIDs, unless `params` says otherwise. */
  readonly path: string;
  /**
   * Who may make it: anyone, any signed-in user, users with a right in the league or season that it is about, or `owner`: the user
   * whose own session, recorder or token it is about.
   */
  readonly access: 'public' | 'member' | 'owner' | { readonly right: Right };
  readonly params?: Readonly<Record<string, v.GenericSchema<string, unknown>>>;
  readonly query?: Schema;
  /** Headers of this call besides those of every call, with their purpose. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of the JSON answer. A call with neither this nor `file` answers 204, or 200 without a body. */
  readonly answer?: Schema;
  /** Statuses that the call answers with problem details, besides those of every call of its kind. */
  readonly problems?: readonly number[];
  /** The answer holds a secret: it is stored neither for repeated requests nor by caches. */
  readonly isSecret?: true;
  /** The token of a recorder may make it too; every other call refuses that. */
  readonly isForRecorders?: true;
}

/** A call that reads. */
export interface ReadCall extends AnyCall {
  readonly method: 'GET';
  /** The answer is a file of this media type instead of JSON. */
  readonly file?: string;
  /** A WebSocket: the request is an upgrade, and there is no answer. */
  readonly isSocket?: true;
  /**
   * For which callers the server caches the answer of a public read: `forAll`, `forMost` but those who see what is private, or
   * `never`, because it changes all the time. Absent: for callers without identity.
   */
  readonly cache?: 'forAll' | 'forMost' | 'never';
  readonly body?: undefined;
  readonly bodyLimit?: undefined;
  readonly version?: undefined;
  readonly basis?: undefined;
  readonly changes?: undefined;
}

/** A call that changes something. */
export interface WriteCall extends AnyCall {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body?: Schema;
  /** Bytes; the default is `bodyLimit` of constants.ts. */
  readonly bodyLimit?: number;
  /** The read of the entity that it changes. The app bases it on the version of that: it is refused with 412 when there is a newer one. */
  readonly version?: ReadCall;
  /**
   * What of that entity it depends on, as far as the entity on the screen says. Where this is the same in the newer version, the
   * app sends it again with that one; absent: a newer version is reason enough to ask the user.
   */
  readonly basis?: Basis;
  /** The read of the entity that it changes, where the app may make it without a version. */
  readonly entity?: ReadCall;
  /** There is no entity after it. */
  readonly isDeletion?: true;
  /** The reads whose answers it changes: caches are invalidated with them. */
  readonly changes: Changes;
  readonly file?: undefined;
  readonly isSocket?: undefined;
  readonly cache?: undefined;
}

/** One call of the API, for the app, the server, recorders and the OpenAPI document. */
export type Call = ReadCall | WriteCall;

/** The request of a write, as far as its changes depend on it. */
export interface WriteRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A read whose answer a write changes: of one entity where `params` are given, otherwise all reads of that call. */
export interface AffectedRead {
  readonly call: ReadCall;
  readonly params?: Readonly<Record<string, string | null | undefined>>;
}

/** The part of an entity that a write depends on. The entity is the answer of the call of its `version`. */
export type Basis = (entity: never, request: WriteRequest) => unknown;

/** The basis of a write that suits every version. */
export const onAnyVersion: Basis = () => null;

/** The reads that a write affects. */
export type Changes = (request: WriteRequest) => readonly AffectedRead[];

/**
 * Describes a call. The comment above it is its summary in the OpenAPI document, those above the fields of its schemas are the
 * words for them.
 */
/* @__NO_SIDE_EFFECTS__ */
export function call<const Description extends Call>(description: Description): Description {
  return description;
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Path parameters of a call, by name. */
export type ParamsOf<Of extends Call> = string extends Of['path']
  ? Readonly<Record<string, string>>
  : Readonly<Record<ParamNames<Of['path']>, string>>;

/** The output type of a schema of a call; `unknown` where the type of the call is not exact. */
type OutputOf<Of extends Call, Part> = string extends Of['path']
  ? unknown
  : Part extends Schema
    ? v.InferOutput<Part>
    : undefined;

/** The parsed query of a call. */
export type QueryOf<Of extends Call> = OutputOf<Of, Of['query']>;

/** The parsed body of a call, with defaults filled in. */
export type ParsedBodyOf<Of extends Call> = OutputOf<Of, Of['body']>;

/** The parsed JSON answer of a call; undefined where it has none. */
export type AnswerOf<Of extends Call> = OutputOf<Of, Of['answer']>;

/** The body of a call, as it is sent. */
export type BodyOf<Of extends Call> = string extends Of['path']
  ? unknown
  : Of['body'] extends Schema
    ? v.InferInput<Of['body']>
    : undefined;
