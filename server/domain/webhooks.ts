import { v7 } from 'uuid';
import type { WebhookUpdate } from '#contract/api/bodies';
import { type LeagueWebhook, webhookIn } from '#contract/entities/webhook';
import { conflict, notFound, refused, unprocessable } from '../http/problem.ts';
import {
  countTests,
  failWaiting,
  insertDeliveries,
  listDeliveries,
  lockDelivery,
  requeueDelivery,
} from '../storage/deliveries.ts';
import { deleteWebhookRow, findWebhook, putWebhook, type WebhookRow } from '../storage/webhooks.ts';
import type { Context } from './context.ts';
import { expiryOf, requireCurrent } from './deliveries.ts';
import { escapeMarkdown } from './delivery-texts.ts';
import { getLeague, lockOwnLeague } from './leagues.ts';
import { requireRight } from './rights.ts';

/** How many of a league's messages its owner sees. */
const shownDeliveries = 20;
/** Test messages of one league within a minute: Discord blocks servers that send too much. */
const maxTests = 5;

/** The webhook of a league. @throws Problem 403 or 404. */
export async function getWebhook(context: Context, leagueId: string): Promise<LeagueWebhook> {
  const { value } = await getLeague(context, leagueId);
  await requireRight(context, { leagueId, ownerId: value.ownerId });
  return webhookOf(context, leagueId);
}

async function webhookOf({ transaction }: Context, leagueId: string): Promise<LeagueWebhook> {
  const row = await findWebhook(transaction, leagueId);
  if (row === null)
    return { ending: null, goneAt: null, standings: false, results: false, reminders: false, deliveries: [] };
  const { token, goneAt, standings, results, reminders } = row;
  const deliveries = await listDeliveries(transaction, leagueId, shownDeliveries);
  return { ending: token.slice(-4), goneAt, standings, results, reminders, deliveries };
}

/** Sets the webhook of a league, or what is sent by it. @throws Problem 403 or 404, 422 while there is no address. */
export async function updateWebhook(
  context: Context,
  leagueId: string,
  { address, ...changes }: WebhookUpdate,
): Promise<LeagueWebhook> {
  await lockOwnLeague(context, leagueId, null);
  const stored = await findWebhook(context.transaction, leagueId);
  const target = address === undefined ? targetOf(stored) : newTarget(address);
  const { standings = stored?.standings ?? true, results = stored?.results ?? true } = changes;
  const { reminders = stored?.reminders ?? true } = changes;
  await putWebhook(context.transaction, { leagueId, ...target, standings, results, reminders });
  return webhookOf(context, leagueId);
}

type Target = Pick<WebhookRow, 'webhookId' | 'token' | 'goneAt'>;

function targetOf(stored: WebhookRow | null): Target {
  if (stored === null) throw refused([{ path: 'address', message: 'must be given first' }]);
  const { webhookId, token, goneAt } = stored;
  return { webhookId, token, goneAt };
}

function newTarget(address: string): Target {
  const { id, token } = webhookIn(address);
  return { webhookId: id, token, goneAt: null };
}

/** Removes the webhook of a league; what waits is not sent. @throws Problem 403 or 404. */
export async function deleteWebhook(context: Context, leagueId: string): Promise<void> {
  await lockOwnLeague(context, leagueId, null);
  if (!(await deleteWebhookRow(context.transaction, leagueId))) throw notFound();
  await failWaiting(context.transaction, leagueId, context.now, 'The webhook was removed before it was sent.');
}

/** @throws Problem 409 while there is no webhook, or Discord does not know it any more. */
async function requireWorking(context: Context, leagueId: string): Promise<void> {
  const row = await findWebhook(context.transaction, leagueId);
  if (row === null) throw conflict('This league has no webhook.');
  if (row.goneAt !== null) throw conflict('Discord does not know this webhook any more: set another one.');
}

/** Sends a test message. @throws Problem 403, 404, 409, and 422 after too many. */
export async function testWebhook(context: Context, leagueId: string): Promise<LeagueWebhook> {
  const { transaction, now } = context;
  const league = await lockOwnLeague(context, leagueId, null);
  await requireWorking(context, leagueId);
  const minuteAgo = new Date(Date.parse(now) - 60_000).toISOString();
  if ((await countTests(transaction, leagueId, minuteAgo)) >= maxTests)
    throw unprocessable(`That were ${maxTests} test messages within a minute: wait a moment.`);
  const id = v7();
  await insertDeliveries(transaction, [
    {
      id,
      leagueId,
      eventId: null,
      kind: 'test',
      subject: `test ${id}`,
      title: 'Test message',
      content: `A test message: **${escapeMarkdown(league.name)}** on Pitboard can post in this channel.`,
      path: league.isPublic ? `/leagues/${leagueId}` : null,
      createdAt: now,
      expiresAt: expiryOf(now),
    },
  ]);
  return webhookOf(context, leagueId);
}

/** Sends a message again that has failed or may not have arrived. @throws Problem 403, 404, 409 for one that was sent, or is no longer true. */
export async function resendDelivery(context: Context, leagueId: string, id: string): Promise<LeagueWebhook> {
  await lockOwnLeague(context, leagueId, null);
  const delivery = await lockDelivery(context.transaction, { leagueId, id });
  if (delivery === null) throw notFound();
  await requireWorking(context, leagueId);
  if (delivery.state === 'sent') throw conflict('This message was sent.');
  // One that waits, or is being sent, is on its way.
  if (delivery.state === 'failed' || delivery.state === 'unknown')
    await requeueDelivery(context.transaction, id, context.now, await requireCurrent(context, delivery));
  return webhookOf(context, leagueId);
}
