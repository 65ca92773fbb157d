import type { Destination } from './call-server.ts';

/** The options that commands share, for `parseArgs`. */
export const serverOptions = { server: { type: 'string' }, token: { type: 'string' } } as const;

/** How the usage of a command explains them. */
export const serverUsage = `  --server   default http://localhost:8080
  --token    default $PITBOARD_TOKEN; make one with npm run token -- --user NAME`;

/** The address of a server; a message when it is wrong. */
export function parseServer(given: string | undefined): { readonly server: string } | string {
  const server = given ?? 'http://localhost:8080';
  const isAddress = URL.canParse(server) && /^https?:/.test(server);
  return isAddress ? { server } : `${server} is not an http:// or https:// address`;
}

/** The server and the token of a user; a message when one is wrong. */
export function parseDestination(given: {
  readonly server?: string | undefined;
  readonly token?: string | undefined;
}): Destination | string {
  const parsed = parseServer(given.server);
  const token = (given.token ?? process.env.PITBOARD_TOKEN ?? '').trim();
  if (typeof parsed === 'string') return parsed;
  if (token === '') return 'a token is required';
  if (!/^[\x21-\x7e]+$/.test(token)) return 'the token contains invalid characters';
  return { ...parsed, token };
}

/** The options of a command. Invalid options end the process with the fault and the usage. */
export function requireOptions<Options>(parse: (words: string[]) => Options | string, usage: string): Options {
  let options: Options | string;
  try {
    options = parse(process.argv.slice(2));
  } catch (error) {
    options = error instanceof Error ? error.message : String(error);
  }
  if (typeof options !== 'string') return options;
  console.error(`${options}\n\n${usage}`);
  process.exit(2);
}
