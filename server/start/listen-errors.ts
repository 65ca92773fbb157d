import { once } from 'node:events';
import { createServer } from 'node:net';
import { fieldsOf } from '#contract/json/fields-of';
import type { Env } from '../settings/env.ts';
import { OperatorError } from '../settings/operator-error.ts';

/** The server cannot listen where PORT and HOST say. */
class CannotListen extends OperatorError {}

/** Converts an error of listening into one that names the setting; returns any other as it is. */
export function explainListen(error: unknown, { port, host }: Pick<Env, 'port' | 'host'>): unknown {
  const text = {
    EADDRINUSE: `PORT ${port} is taken, perhaps by a Pitboard that runs already: stop that program, or set PORT to another number`,
    EACCES: `PORT ${port} is not permitted to this user: set PORT to a number from 1024 on`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine: set HOST to one, such as 127.0.0.1`,
    ENOTFOUND: `HOST ${host} is not known: set HOST to an address of this machine, such as 127.0.0.1`,
    EAI_AGAIN: `HOST ${host} is not known: set HOST to an address of this machine, such as 127.0.0.1`,
  }[String(fieldsOf(error).code)];
  return text === undefined ? error : new CannotListen(text, { cause: error });
}

/** Listens and stops again: what takes long at a start should not come before this. @throws CannotListen. */
export async function requireFreePort({ port, host }: Pick<Env, 'port' | 'host'>): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (error) {
    throw explainListen(error, { port, host });
  }
  server.close();
  await once(server, 'close');
}
