import type { CallName, ParamsOf, SocketCallName } from '#contract/api/calls';
import type { ParsedBodyOf, QueryOf } from '#contract/api/requests';
import type { Context, ExpectedVersion } from '../domain/context.ts';
import type { Answer, HandlerAnswer } from './answer.ts';

/** Calls that are answered over HTTP; the others are sockets. */
export type ServedName = Exclude<CallName, SocketCallName>;

/** The parsed request of a handler. */
export interface Input<Name extends CallName> {
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: ParsedBodyOf<Name>;
  /** The headers that the call names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** From If-Match. */
  readonly expected: ExpectedVersion;
}

/** A handler with slow work that runs before its transaction starts, such as decoding an image. */
export interface PreparedHandler<Name extends CallName, Prepared = unknown> {
  readonly prepare?: (input: Input<Name>) => Promise<Prepared>;
  /** The data of a read that several answers are derived from. */
  readonly source?: Source<Name, Prepared>;
  readonly run: (context: Context, input: Input<Name>, prepared: Prepared) => Promise<HandlerAnswer>;
  /** The answer of a read in place of a 404. */
  readonly orElse?: (input: Input<Name>) => Promise<Answer>;
}

/** Data that is loaded once for several answers: those for callers without identity share it in the response cache. */
export interface Source<Name extends CallName, Loaded> {
  /** The read whose answer changes whenever the data does. */
  readonly read: CallName;
  readonly load: (context: Context, params: Input<Name>['params']) => Promise<Loaded>;
  /** Bytes in memory. */
  readonly sizeOf: (loaded: Loaded) => number;
}

/** Mails a user what was connected to their account. */
export type NotifyOwner = (
  userId: string,
  change: { readonly kind: 'token' | 'recorder'; readonly name: string },
) => void;

type Run<Name extends CallName> = (context: Context, input: Input<Name>) => Promise<HandlerAnswer> | Promise<void>;
export type Handlers = { readonly [Name in ServedName]: PreparedHandler<Name, never> | Run<Name> };

/** Defines a handler with a `prepare` step or a `source`, and infers the type of its result. */
export function withPrepare<Name extends CallName, Prepared>(
  handler: PreparedHandler<Name, Prepared>,
): PreparedHandler<Name, never> {
  return handler as PreparedHandler<Name, never>;
}

type AnyRun = (context: Context, input: Input<CallName>, prepared: unknown) => Promise<HandlerAnswer>;
type AnyPrepare = (input: Input<CallName>) => Promise<unknown>;

export interface AnyHandler {
  readonly run: AnyRun;
  readonly prepare: AnyPrepare | undefined;
  readonly source: Source<CallName, unknown> | undefined;
  readonly orElse: ((input: Input<CallName>) => Promise<Answer>) | undefined;
}

/** A handler without its types: `Handlers` relates each input type to its call name; that relation is lost in a loop over all names. */
export function toAnyHandler(handler: unknown): AnyHandler {
  if (typeof handler === 'function')
    return { run: handler as AnyRun, prepare: undefined, source: undefined, orElse: undefined };
  return handler as AnyHandler;
}
