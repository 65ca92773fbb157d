import type * as v from 'valibot';
import type { AnswerModule } from './call.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';

/** Every call of the API. */
export const calls = { ...reads, ...writes };

type Calls = typeof calls;
export type CallName = keyof Calls;

/** The calls that every page can make. */
export type FirstCallName = keyof typeof reads;

/** The calls that read. */
export type ReadCallName = { [Name in CallName]: Calls[Name]['method'] extends 'GET' ? Name : never }[CallName];

/** The calls that change something. */
export type WriteCallName = Exclude<CallName, ReadCallName>;

/** The calls that open a WebSocket. */
export type SocketCallName = { [Name in CallName]: Calls[Name] extends { isSocket: true } ? Name : never }[CallName];

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Path parameters of a call, by name. */
export type ParamsOf<Name extends CallName> = Record<ParamNames<Calls[Name]['path']>, string>;

/** Schemas of JSON answers. */
export type AnswerSchema = v.GenericSchema<unknown, unknown>;

/** The schemas that one module of `answers/` must have, by the names of their calls. */
export type AnswersOf<Module extends AnswerModule> = {
  readonly [Name in CallName as Calls[Name] extends { answer: Module } ? Name : never]: AnswerSchema;
};
