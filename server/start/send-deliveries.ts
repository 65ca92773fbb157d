import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { kindOfNotice } from '#contract/entities/notice';
import { makeReminders } from '../domain/deliveries.ts';
import type { Attempt } from '../domain/delivery-outcomes.ts';
import { renderPicture } from '../domain/drawing/render-picture.ts';
import { type ClaimedNotice, noticeChannel, pushBody, topicOf } from '../domain/notices/send-notice.ts';
import { pictureOfDelivery } from '../domain/pictures.ts';
import { type Channel, discordChannel, sendNext } from '../domain/send-delivery.ts';
import { postToDiscord } from '../http/discord.ts';
import { postPush, type VapidKey } from '../http/web-push.ts';
import { RequestContext } from '../routes/request-context.ts';
import { type ClaimedDelivery, type ClaimedPost, hasDueDelivery } from '../storage/deliveries.ts';
import type { Storage } from '../storage/open-storage.ts';

interface Dependencies {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Runs work at an interval in ms; returns what ends it. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  readonly discordOrigin: string;
  readonly publicUrl: string;
  readonly version: string;
  /** Null while push is off. */
  readonly push: { readonly key: VapidKey; readonly subject: string } | null;
  /** Mails a user. */
  readonly mail: (
    userId: string,
    message: { readonly subject: string; readonly lines: readonly string[]; readonly link: string },
  ) => Promise<Attempt>;
}

/** How often messages are looked for, and rounds that begin soon, in ms. */
const intervals = { messages: 2_000, reminders: 60_000 };
/** How long a stop waits for the message that is being sent, in ms. */
const stopTimeout = 3_000;
/** Pushes that are sent at the same time: a push service that does not answer holds up one of them. */
const pushesAtOnce = 8;

/** Sends messages to the chats of leagues, and notices to devices and addresses of users. */
export function sendDeliveries(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, now, every, discordOrigin: origin, publicUrl, version, push, mail } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  const holder = randomUUID();
  const options = { origin, userAgent: `DiscordBot (${publicUrl}, ${version})`, signal };
  let isClosing = false;
  const discord = discordChannel(async ({ subject, path, content, ...webhook }: ClaimedPost) => {
    const message = { ...webhook, content: path === null ? content : `${content}\n${publicUrl}${path}` };
    const picture = await drawn({ subject, path });
    const ending = await postToDiscord({ ...message, picture }, options);
    return picture !== null && isFileRefused(ending) ? postToDiscord(message, options) : ending;
  });
  async function drawn(delivery: Pick<ClaimedDelivery, 'subject' | 'path'>): Promise<Buffer | null> {
    try {
      const picture = await storage.transaction((transaction) =>
        pictureOfDelivery(new RequestContext(transaction, null, now(), { effects: [] }), delivery),
      );
      return picture === null ? null : await renderPicture(picture, 'wide');
    } catch (error) {
      app.log.warn({ err: error }, 'a message to a chat is sent without its picture');
      return null;
    }
  }
  const sendPush = async (claimed: ClaimedNotice): Promise<Attempt> => {
    const { device, notice, expiresAt } = claimed;
    if (push === null || device === null) return { kind: 'notSent', code: 'push is off' };
    const ttl = Math.max(0, Math.floor((Date.parse(expiresAt) - now().getTime()) / 1_000));
    const urgency = kindOfNotice(notice.kind).isUrgent === true ? 'high' : 'normal';
    const message = { ...device, body: pushBody(claimed, publicUrl), ttl, topic: topicOf(notice), urgency } as const;
    const posted = await postPush(message, { ...push, now: now(), signal });
    if (posted.kind !== 'answered') return posted;
    const seconds = Number(posted.headers['retry-after']);
    return { kind: 'answered', status: posted.status, ...(seconds > 0 ? { retryAfter: seconds } : {}) };
  };
  const sendMail = ({ notice, title, content, path }: ClaimedNotice) =>
    mail(notice.userId, {
      subject: title,
      lines: [
        content,
        `${publicUrl}${path ?? '/'}`,
        `You get this e-mail because you chose it. To change that: ${publicUrl}/dashboard/notices`,
      ],
      link: `${publicUrl}${path ?? '/'}`,
    });
  const sendAll = async <Claimed extends ClaimedDelivery>(channel: Channel<Claimed>) => {
    while (!isClosing && (await sendNext({ storage, now, holder, channel })));
  };
  const sender = <Claimed extends ClaimedDelivery>(channel: Channel<Claimed>) =>
    oneAtATime(app, `messages by ${channel.name} were not sent`, () => sendAll(channel));
  const pushes = noticeChannel('push', sendPush);
  const pushSenders = push === null ? [] : Array.from({ length: pushesAtOnce }, () => sender(pushes));
  const pushStarter = oneAtATime(app, 'messages by push were not looked for', async () => {
    if (await hasDueDelivery(storage.database, 'push', now().toISOString()))
      for (const { start } of pushSenders) start();
  });
  const senders = [sender(discord), sender(noticeChannel('mail', sendMail)), ...(push === null ? [] : [pushStarter])];
  const reminders = oneAtATime(app, 'reminders were not made', () =>
    storage.transaction((transaction) => makeReminders(transaction, now().toISOString())),
  );
  const stops = [
    ...senders.map(({ start }) => every(intervals.messages, start)),
    every(intervals.reminders, reminders.start),
  ];
  app.addHook('onClose', async () => {
    isClosing = true;
    for (const stop of stops) stop();
    const timer = setTimeout(() => stopping.abort(), stopTimeout);
    await Promise.all([...senders, ...pushSenders, reminders].map(({ ended }) => ended()));
    clearTimeout(timer);
  });
}

/** Discord has posted nothing, because of the file: a channel may take none, or the file is too large. */
function isFileRefused(ending: Awaited<ReturnType<typeof postToDiscord>>): boolean {
  return ending.kind === 'answered' && [400, 403, 413, 415].includes(ending.status);
}

/** Work that does not begin again before it has ended. */
function oneAtATime(app: FastifyInstance, failure: string, work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  return {
    start: () => {
      running ??= work()
        .catch((error) => app.log.warn({ err: error }, failure))
        .finally(() => {
          running = null;
        });
    },
    ended: () => running ?? Promise.resolve(),
  };
}
