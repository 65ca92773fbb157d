import { calls } from '#contract/calls/by-name';
import { deleteWebhook, getWebhook, resendDelivery, testWebhook, updateWebhook } from '../domain/webhooks.ts';
import { handle } from './handlers.ts';

/** Handlers of the webhooks of leagues. */
export function webhookHandlers() {
  return [
    handle(calls.getWebhook, async (context, { params }) => ({ value: await getWebhook(context, params.leagueId) })),
    handle(calls.updateWebhook, async (context, { params, body }) => ({
      value: await updateWebhook(context, params.leagueId, body),
    })),
    handle(calls.deleteWebhook, (context, { params }) => deleteWebhook(context, params.leagueId)),
    handle(calls.testWebhook, async (context, { params }) => ({ value: await testWebhook(context, params.leagueId) })),
    handle(calls.resendDelivery, async (context, { params }) => ({
      value: await resendDelivery(context, params.leagueId, params.deliveryId),
    })),
  ];
}
