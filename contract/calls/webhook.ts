import { WebhookUpdate } from '../api/bodies.ts';
import { LeagueWebhook } from '../entities/webhook.ts';
import { call } from './call.ts';
import { ofWebhook } from './changes.ts';

/** Set the Discord webhook of a league, and what is sent by it; what is absent stays. */
export const updateWebhook = call({
  method: 'PATCH',
  path: '/api/League/{leagueId}/webhook',
  access: { right: 'manageLeague' },
  body: WebhookUpdate,
  answer: LeagueWebhook,
  problems: [403, 404, 422],
  changes: ofWebhook,
});

/** Remove the Discord webhook of a league; messages that wait are not sent. */
export const deleteWebhook = call({
  method: 'DELETE',
  path: '/api/League/{leagueId}/webhook',
  access: { right: 'manageLeague' },
  problems: [403, 404],
  changes: ofWebhook,
});

/** Send a test message to the Discord channel of a league. */
export const testWebhook = call({
  method: 'POST',
  path: '/api/League/{leagueId}/webhook/test',
  access: { right: 'manageLeague' },
  answer: LeagueWebhook,
  problems: [403, 404, 409, 422],
  changes: ofWebhook,
});

/** Send a message again that failed, or may not have arrived. */
export const resendDelivery = call({
  method: 'POST',
  path: '/api/League/{leagueId}/webhook/deliveries/{deliveryId}',
  access: { right: 'manageLeague' },
  answer: LeagueWebhook,
  problems: [403, 404, 409, 422],
  changes: ofWebhook,
});
