import { deleteWebhook, getWebhook, resendDelivery, testWebhook, updateWebhook } from '../domain/webhooks.ts';
import type { Handlers } from './handlers.ts';

/** Handlers of the webhooks of leagues. */
export function webhookHandlers() {
  return {
    getWebhook: async (context, { params }) => ({ value: await getWebhook(context, params.leagueId) }),
    updateWebhook: async (context, { params, body }) => ({
      value: await updateWebhook(context, params.leagueId, body),
    }),
    deleteWebhook: (context, { params }) => deleteWebhook(context, params.leagueId),
    testWebhook: async (context, { params }) => ({ value: await testWebhook(context, params.leagueId) }),
    resendDelivery: async (context, { params }) => ({
      value: await resendDelivery(context, params.leagueId, params.deliveryId),
    }),
  } satisfies Partial<Handlers>;
}
