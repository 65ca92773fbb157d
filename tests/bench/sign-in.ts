import { randomUUID } from 'node:crypto';
import { hashPassword } from '../../server/auth/passwords.ts';
import { insertUser } from '../../server/storage/accounts.ts';
import { openTestServer } from '../../server/tests/support/open-test-server.ts';
import { mannWhitney } from './rank.ts';

interface SignInTimes {
  /** How likely it is that both kinds of refusal take equally long. */
  readonly p: number;
  /** Medians in ms of a wrong password and of an unknown address. */
  readonly known: number;
  readonly unknown: number;
  /** How many different answers there were. */
  readonly answers: number;
}

/** Whether response times or bodies reveal which addresses have an account. */
export async function signInTimes(): Promise<SignInTimes> {
  const server = await openTestServer();
  const now = new Date().toISOString();
  const passwordHash = await hashPassword('correct horse 9');
  const times = { emailConfirmedAt: now, createdAt: now, updatedAt: now };
  const answers = new Set<string>();
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let count = 0; count < 1_000; count += 1) {
    // A new account for every sign-in, because repeated failures are delayed on purpose.
    const email = `known${count}@x.test`;
    await insertUser(server.storage.database, { id: randomUUID(), email, passwordHash, userMetadata: {}, ...times });
    const order = count % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const address = kind === 'known' ? email : `other${count}@x.test`;
      const start = performance.now();
      const answer = await server.app.inject({
        method: 'POST',
        url: '/auth/v1/token?grant_type=password',
        payload: { email: address, password: 'wrong' },
      });
      took[kind].push(performance.now() - start);
      answers.add(`${answer.statusCode} ${answer.body}`);
    }
  }
  await server.close();
  const middle = (numbers: number[]) => [...numbers].sort((one, other) => one - other)[500] ?? 0;
  const p = mannWhitney(took.known, took.unknown);
  return { p, known: middle(took.known), unknown: middle(took.unknown), answers: answers.size };
}
