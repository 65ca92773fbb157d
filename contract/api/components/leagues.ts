import { League, LeagueList } from '../../entities/league.ts';
import { Delivery, LeagueWebhook, WebhookChoices } from '../../entities/webhook.ts';
import { LeagueCreate, LeagueUpdate, ThumbnailUpdate, WebhookUpdate } from '../bodies.ts';
import { describeObject } from './component.ts';

/** The words for the fields of a league. */
export const league = {
  id: 'The id of the league.',
  name: 'The name of the league.',
  description: 'A description, plain text; null without one.',
  discord: 'Its address on Discord; null without one.',
  website: 'Its website; null without one.',
  ownerId: 'The user who owns it.',
  isPublic: 'Whether everybody can see it; otherwise its owner alone, and its seasons with it.',
  thumbnailId: 'The id of its picture, which changes with the picture; null without one.',
  seasonIds: 'Its seasons, in the order in which they were added.',
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
};
const sent = {
  standings: 'Whether official standings are announced.',
  results: 'Whether the results of their latest round are announced.',
  reminders: 'Whether the day before a round is announced.',
};
const webhookChoices = {
  ...sent,
  goneAt: 'When Discord said that it does not exist any more; nothing is sent since then.',
};

const thumbnailBase64 = 'An image in base64: png, jpeg or webp, at most 2 MiB.';

/** Leagues and their webhooks. */
export const leagueComponents = {
  League: describeObject(League, 'A league.', league),
  LeagueList: describeObject(LeagueList, 'Leagues.', {
    count: 'All leagues, those that are not in this answer too.',
    leagues: 'The leagues, newest first.',
    next: 'For `after`, to read what follows, which may be nothing; null after a page that is not full, absent from a list without pages.',
  }),
  LeagueCreate: describeObject(LeagueCreate, 'A new league.', { ...league, thumbnailBase64 }),
  LeagueUpdate: describeObject(LeagueUpdate, 'Changes of a league; what is absent stays, null empties.', league),
  ThumbnailUpdate: describeObject(ThumbnailUpdate, 'A picture. It is decoded, made smaller and stored as webp.', {
    thumbnailBase64,
    contentType: 'What the image says to be; the server looks at its bytes.',
  }),
  Delivery: describeObject(Delivery, 'A message to the chat of a league.', {
    id: 'The id of the message.',
    kind: 'What it is about.',
    title: 'Its title.',
    state:
      'waiting to be sent, or sent again; sending; sent; unknown: Discord’s answer was lost, so that it may be in the channel; failed.',
    attempts: 'How many times it was tried.',
    createdAt: 'When it was made.',
    nextAttemptAt: 'When it is sent, while it waits; null otherwise.',
    settledAt: 'When it was sent, or given up; null before.',
    reason: 'Why the last attempt did not succeed; null where it did.',
  }),
  WebhookChoices: describeObject(WebhookChoices, 'What the Discord webhook of a league is used for.', webhookChoices),
  LeagueWebhook: describeObject(LeagueWebhook, 'The Discord webhook of a league, without its address.', {
    ...webhookChoices,
    ending: 'The last characters of its address; null while none is set.',
    deliveries: 'Its newest messages, newest first.',
  }),
  WebhookUpdate: describeObject(WebhookUpdate, 'Changes of a webhook; what is absent stays.', {
    ...sent,
    address: 'https://discord.com/api/webhooks/, a number and a token. Who knows it can post in the channel.',
  }),
};
