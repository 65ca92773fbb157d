import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { pairRecorder } from '#contract/calls/recorders';
import { PairedRecorder } from '#contract/entities/recorder';
import { callServer } from './call-server.ts';
import { writeDurably } from './spool/durable-file.ts';

const StoredToken = v.object({ server: v.string(), token: v.string(), userName: v.nullish(v.string()) });
type StoredToken = v.InferOutput<typeof StoredToken>;

/** The token of this recorder, in a file that only its user can read. */
export class TokenStore {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'token.json');
  }

  /** The token for a server, or null. */
  read(server: string): string | null {
    const stored = this.#read();
    return stored?.server === server ? stored.token : null;
  }

  /** The server that this recorder is connected to, or null. */
  get server(): string | null {
    return this.#read()?.server ?? null;
  }

  #read(): StoredToken | null {
    if (!existsSync(this.#path)) return null;
    const text = readFileSync(this.#path, 'utf8');
    const result = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredToken), text);
    return result.success ? result.output : null;
  }

  write(stored: StoredToken): void {
    writeDurably(this.#path, JSON.stringify(stored));
  }
}

/** How long a person waits, in ms. */
const timeout = 10_000;

/** Connects this recorder to the account that a code is of, and stores its token. @throws ServerRefused. */
export async function pair(server: string, code: string, store: TokenStore): Promise<StoredToken> {
  const { token, userName } = await redeemCode(server, code, nameOf(hostname()));
  const stored = { server, token, userName };
  store.write(stored);
  return stored;
}

/** Exchanges the code of an account for a token; `name` is what the account lists it as. @throws ServerRefused. */
export function redeemCode(server: string, code: string, name: string): Promise<v.InferOutput<typeof PairedRecorder>> {
  const body = JSON.stringify({ code, name });
  const headers = { 'Content-Type': 'application/json' };
  const call = { method: 'POST', body, headers, answer: PairedRecorder, timeout };
  return callServer(pairRecorder.path, { server, token: null }, call);
}

function nameOf(host: string): string {
  return (
    host
      .replaceAll(/[^\x20-\x7e]/g, '')
      .trim()
      .slice(0, 60) || 'Recorder'
  );
}
