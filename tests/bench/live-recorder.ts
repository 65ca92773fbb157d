import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { Tree } from '#contract/live/merge-patch';
import { LiveClient } from '../../server/tests/support/live-client.ts';
import { userIdOf } from '../../server/tests/support/open-test-server.ts';
import { openKeys } from '../../server/tokens/keys.ts';

interface RecorderOptions {
  /** The folder of the server's keys. */
  readonly dataDir: string;
  readonly origin: string;
  /** The id of the session. */
  readonly id: string;
  readonly document: Tree;
}

/** A recorder of a server in another process, which has sent a snapshot with the number 1. */
export async function registerAs(user: string, options: RecorderOptions): Promise<LiveClient> {
  const { dataDir, origin, id, document } = options;
  const issuedAt = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `${origin}/auth/v1`,
    sub: userIdOf(user),
    aud: 'authenticated',
    role: 'authenticated',
    user_metadata: { username: user },
  };
  const token = await (await openKeys(dataDir)).sign(claims, { issuedAt, expiresAt: issuedAt + 3_600 });
  const address = `${origin}${addressOf(calls.registerLive, { id })}`;
  const response = await fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const { publish } = await response.json();
  const recorder = new LiveClient(publish.url, {});
  await recorder.opened();
  recorder.send({ type: 'auth', token: publish.token });
  await recorder.nextOf('ready');
  recorder.send({ type: 'snapshot', seq: 1, t: 0, document });
  await recorder.nextOf('ack');
  return recorder;
}
