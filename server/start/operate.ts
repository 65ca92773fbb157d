import type { FastifyInstance } from 'fastify';
import type { Mailer } from '../auth/mailer.ts';
import { explainMailFault, openMailServer } from '../auth/smtp.ts';
import { canStore } from '../domain/health.ts';
import {
  blockUser,
  createInvite,
  findInvites,
  findUsers,
  removeUser,
  revokeInvite,
  unblockUser,
} from '../domain/operator.ts';
import type { Admission } from '../live/admission.ts';
import type { Hub } from '../live/hub.ts';
import type { Env } from '../settings/env.ts';
import { createSizeReader } from '../storage/database-size.ts';
import { type CreateLimiter, consume } from '../storage/limiters.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import { randomToken } from '../tokens/secrets.ts';
import { mountOperator, operatorLoginLifetime } from '../web/mount-operator.ts';
import type { OperatorView } from '../web/operator-page.ts';
import { freeBytes } from './measure.ts';

interface Operated {
  readonly env: Env;
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly operatorToken: string;
  readonly now: () => Date;
  readonly elapsed: () => number;
  readonly version: string;
  readonly hub: Hub;
  readonly admission: Admission;
  readonly describeBackups: () => string;
  readonly mailer: () => Mailer | null;
  readonly countLogin: (address: string) => Promise<void>;
  readonly createLimiter: CreateLimiter;
}

/** An operator reads of a disk that has less than this, in bytes. */
const littleDisk = 1e9;

/** Adds the page of the operator. */
export async function operate(app: FastifyInstance, operated: Operated): Promise<void> {
  const { env, storage, keys, operatorToken, now, hub, countLogin } = operated;
  const { publicUrl } = env;
  const readParts = createPartReader(operated);
  const operation = (transaction: Transaction) => ({ transaction, now: now().toISOString() });
  const change = <Outcome>(work: (parameter: ReturnType<typeof operation>) => Promise<Outcome>) =>
    storage.transaction((transaction) => work(operation(transaction)));
  /** Reads from the database; null while it does not respond: the page reports that, and shows the rest. */
  const readRows = <Rows>(rows: Promise<Rows>): Promise<Rows | null> =>
    rows.catch((error: unknown) => {
      app.log.error({ err: error }, 'operator: the database does not answer');
      return null;
    });
  await mountOperator(app, {
    token: operatorToken,
    secret: keys.secret,
    publicUrl,
    now,
    countLogin,
    logins: shareLogins(operated.createLimiter),
    audit: (event, about) => app.log.info(about, event),
    operations: {
      view: async (search) => ({
        parts: await readParts(),
        canMail: env.supabase === null && env.auth.smtpUrl !== null,
        signUp: env.auth.isInviteOnly ? 'invite' : env.auth.isSignUpOpen ? 'open' : 'closed',
        invites: await readRows(findInvites(operation(storage.database))),
        search,
        users: await readRows(findUsers(storage.database, search)),
      }),
      block: async (userId) => {
        await change((one) => blockUser(one, userId));
        hub.remove(userId);
      },
      unblock: (userId) => change((one) => unblockUser(one, userId)),
      remove: async (userId) => {
        await change((one) => removeUser(one, userId));
        hub.remove(userId);
      },
      invite: async (days) => `${publicUrl}/signup#invite=${await change((one) => createInvite(one, days))}`,
      revoke: (id) => change((one) => revokeInvite(one, id)),
      testMail: (to) => testMail(env, to),
    },
  });
}

/** The logins of the operator, where servers share their counters; a server that starts again without these has none. */
function shareLogins(createLimiter: CreateLimiter) {
  const limiter = createLimiter('operator', 1, operatorLoginLifetime);
  return {
    begin: async () => {
      const id = randomToken();
      await consume(limiter, id);
      return id;
    },
    has: async (id: string) => (await limiter.get(id)) !== null,
    end: async (id: string) => void (await limiter.delete(id)),
  };
}

async function testMail({ auth }: Env, to: string): Promise<string> {
  if (auth.smtpUrl === null || !to.includes('@')) return 'No mail was sent: it needs an address, and SMTP_URL.';
  const server = openMailServer(auth.smtpUrl, auth.mailFrom);
  const text = 'This is a test of the mail server that Pitboard uses. If you read it, mails arrive.';
  try {
    await server.send({ to, subject: 'A test mail of Pitboard', text });
    return `The mail server has taken a mail from ${auth.mailFrom} to ${to}: look whether it arrives, also among the spam.`;
  } catch (error) {
    const { reason, said } = explainMailFault(error);
    return `No mail was sent: ${reason}${said === null ? '' : `. It said: ${said}`}`;
  } finally {
    server.close();
  }
}

function createPartReader({ env, storage, elapsed, version, hub, admission, describeBackups, mailer }: Operated) {
  const readSize = createSizeReader(storage, elapsed);
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
  return async (): Promise<OperatorView['parts']> => {
    const size = await readSize();
    const isStoring = await canStore(storage);
    const free = freeBytes(env.dataDir);
    const failures = mailer()?.failures() ?? 0;
    return [
      ['Version', `${version}, Node ${process.versions.node}`],
      ['Running for', formatDuration(process.uptime())],
      ['Memory', megabytes(process.memoryUsage.rss())],
      ['Free disk', free === null ? 'unknown' : megabytes(free), free === null || free < littleDisk],
      ['Database', isStoring ? 'stores' : 'does not store', !isStoring],
      ['Size of the database', size === null ? 'unknown' : megabytes(size.bytes)],
      ['Sessions', size === null ? 'unknown' : size.sessions.toLocaleString('en')],
      ['Live now', `${hub.size} sessions, ${admission.open} connections`],
      ['Live data', hub.isStored ? 'stored' : 'not stored', !hub.isStored],
      ['Redis', hub.sharing],
      ['Backups', describeBackups(), env.backups === null],
      ['Mails that failed', String(failures), failures > 0],
    ];
  };
}

/** `3 d 4 h`, `5 h 12 min`, `7 min` */
function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
