import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { shortestKey } from '#contract/constants';
import type { LiveSummary } from '#contract/entities/live-session';
import type { Context } from '../domain/context.ts';
import { getEventOfLive, withEventsOfLive } from '../domain/live-events.ts';
import { findWatched, getEndedLive } from '../domain/live-races.ts';
import type { Quotas } from '../domain/quotas.ts';
import { registerLive } from '../domain/register-live.ts';
import { forbidden, invalid, notFound, Problem } from '../http/problem.ts';
import { Hub } from '../live/hub.ts';
import { handle } from './handlers.ts';

/** Where recorders publish to. */
interface PublishAddresses {
  readonly publicUrl: string;
  /** The TCP port; null while this server takes no live data over TCP. */
  readonly tcpPort: () => number | null;
}

interface LiveOptions extends PublishAddresses {
  readonly quotas: Quotas;
}

/** A key that others cannot guess. @throws Problem 400. */
function requireLongKey(key: string | undefined): string | undefined {
  if (key === undefined || key.length >= shortestKey) return key;
  throw invalid([{ path: 'key', message: `must have at least ${shortestKey} characters` }]);
}

/** Handlers of live sessions. */
export function liveHandlers(hub: Hub, { quotas, ...addresses }: LiveOptions) {
  return [
    handle(calls.registerLive, async (context, { params: { id }, query, headers }) => {
      const publish = publishAddress(addresses, id, query.useTcp === 'true');
      const { token, tokenHash } = Hub.createToken();
      const keyHash = Hub.hashKey(requireLongKey(headers['X-Session-Key'] ?? query.key));
      const { record, replaced } = await registerLive(context, {
        id,
        tokenHash,
        keyHash,
        delaySeconds: query.delaySeconds,
        quotas,
      });
      context.afterCommit(() => {
        if (replaced !== null) hub.giveUp(replaced);
        hub.register(record);
      });
      return { value: { id, epoch: record.epoch, publish: { ...publish, token } } };
    }),
    handle(calls.listLive, async (context) => ({ value: await withEventsOfLive(context, await hub.list()) })),
    handle(calls.getLive, async (context, { params: { id } }) => {
      const session = await findSummary(context, hub, id);
      const event = await getEventOfLive(context, id);
      return { value: event === null ? session : { ...session, event } };
    }),
    handle(calls.listUserLive, async (context, { params: { userId } }) => ({
      value: await withEventsOfLive(context, await hub.list(userId)),
    })),
    handle(calls.createTicket, async ({ transaction }, { params: { id }, headers }) => {
      const session = hub.find(id) ?? (await findWatched(transaction, id));
      if (session === null) throw notFound();
      if (!hub.isOpenedBy(session, headers['X-Session-Key'])) {
        if (session.isOver) throw notFound();
        throw forbidden('The key of this session is another one.');
      }
      return { value: await hub.createTicket(session) };
    }),
  ];
}

/** A race that runs, or one that has ended as the caller may see it. */
async function findSummary(context: Context, hub: Hub, id: string): Promise<LiveSummary> {
  const summary = await hub.summaryOf(id);
  if (summary !== null && summary.state !== 'ended') return summary;
  const ended = await getEndedLive(context, id);
  if (summary === null) return ended;
  const { sessionId: _, ...last } = summary;
  return { ...ended, ...last };
}

function publishAddress({ publicUrl, tcpPort }: PublishAddresses, id: string, useTcp: boolean) {
  if (!useTcp) {
    const url = `${publicUrl.replace(/^http/, 'ws')}${addressOf(calls.publishLive, { id })}`;
    return { transport: 'ws' as const, url };
  }
  const port = tcpPort();
  if (port === null) throw new Problem(422, 'Unprocessable Content', 'This server takes no live data over TCP.');
  return { transport: 'tcp' as const, host: new URL(publicUrl).hostname, port };
}
