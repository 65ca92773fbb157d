import type { Call } from './call.ts';
import * as calls from './every-call.ts';

/** Every call by its name: the server answers them all. The app imports each call from its own file. */
export { calls };

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** The calls that open a WebSocket. */
export type SocketCallName = { [Name in CallName]: Calls[Name] extends { isSocket: true } ? Name : never }[CallName];

const byName: ReadonlyMap<CallName, Call> = new Map(Object.entries(calls) as [CallName, Call][]);
const names: ReadonlyMap<Call, CallName> = new Map([...byName].map(([name, call]) => [call, name]));

/** The name of a call: its `operationId` in the OpenAPI document. */
export function nameOf(call: Call): CallName {
  const name = names.get(call);
  if (name === undefined) throw new Error(`contract/calls/every-call.ts lacks ${call.method} ${call.path}`);
  return name;
}

/** Whether there is a call of this name. */
export function isCallName(name: string): name is CallName {
  return byName.has(name as CallName);
}

/** The call of a name. */
export function callOf(name: CallName): Call {
  return byName.get(name) as Call;
}

/** Every call that is answered over HTTP; the others are sockets. */
export function servedCalls(): [name: CallName, call: Call][] {
  return [...byName].filter(([, { isSocket }]) => isSocket === undefined);
}
