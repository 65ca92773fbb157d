import type { Call, ParamsOf, ParsedBodyOf, QueryOf, ReadCall } from '#contract/calls/call';
import type { Context, ExpectedVersion } from '../domain/context.ts';
import type { Answer, HandlerAnswer } from './answer.ts';

/** The parsed request of a handler. */
export interface Input<Of extends Call> {
  readonly params: ParamsOf<Of>;
  readonly query: QueryOf<Of>;
  readonly body: ParsedBodyOf<Of>;
  /** The headers that the call names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** From If-Match. */
  readonly expected: ExpectedVersion;
}

/** A handler with slow work that runs before its transaction starts, such as decoding an image. */
interface PreparedHandler<Of extends Call, Prepared> {
  readonly prepare?: (input: Input<Of>) => Promise<Prepared>;
  /** The data of a read that several answers are derived from. */
  readonly source?: Source<Of, Prepared>;
  readonly run: (context: Context, input: Input<Of>, prepared: Prepared) => Promise<HandlerAnswer>;
  /** The answer of a read in place of a 404. */
  readonly orElse?: (input: Input<Of>) => Promise<Answer>;
}

/** Data that is loaded once for several answers: those for callers without identity share it in the response cache. */
export interface Source<Of extends Call, Loaded> {
  /** The read whose answer changes whenever the data does. */
  readonly read: ReadCall;
  readonly load: (context: Context, params: ParamsOf<Of>) => Promise<Loaded>;
  /** Bytes in memory. */
  readonly sizeOf: (loaded: Loaded) => number;
}

/** Mails a user what was connected to their account. */
export type NotifyOwner = (
  userId: string,
  change: { readonly kind: 'token' | 'recorder'; readonly name: string },
) => void;

type Run<Of extends Call> = (context: Context, input: Input<Of>) => Promise<HandlerAnswer> | Promise<void>;

/** The handler of a call. Its input has the types of the call until all handlers are mounted in one list. */
export interface Handler {
  readonly call: Call;
  readonly run: (context: Context, input: Input<Call>, prepared: unknown) => Promise<HandlerAnswer>;
  readonly prepare?: (input: Input<Call>) => Promise<unknown>;
  readonly source?: Source<Call, unknown>;
  readonly orElse?: (input: Input<Call>) => Promise<Answer>;
}

/** Answers a call. */
export function handle<Of extends Call, Prepared = undefined>(
  call: Of,
  handler: Run<Of> | PreparedHandler<Of, Prepared>,
): Handler {
  // The router hands each handler the input of its own call.
  return { call, ...(typeof handler === 'function' ? { run: handler } : handler) } as unknown as Handler;
}
