import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { makeReminders } from '../domain/deliveries.ts';
import { renderPicture } from '../domain/drawing/render-picture.ts';
import { pictureOfDelivery } from '../domain/pictures.ts';
import { sendNext } from '../domain/send-delivery.ts';
import { postToDiscord } from '../http/discord.ts';
import { RequestContext } from '../routes/request-context.ts';
import type { ClaimedDelivery } from '../storage/deliveries.ts';
import type { Storage } from '../storage/open-storage.ts';

interface Dependencies {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Runs work at an interval in ms; returns what ends it. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
  readonly discordOrigin: string;
  readonly publicUrl: string;
  readonly version: string;
}

/** How often messages are looked for, and rounds that begin soon, in ms. */
const intervals = { messages: 2_000, reminders: 60_000 };
/** How long a stop waits for the message that is being sent, in ms. */
const stopTimeout = 3_000;

/** Sends messages to the chats of leagues, one after the other. */
export function sendDeliveries(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, now, every, discordOrigin: origin, publicUrl, version } = dependencies;
  const stopping = new AbortController();
  const holder = randomUUID();
  const options = { origin, userAgent: `DiscordBot (${publicUrl}, ${version})`, signal: stopping.signal };
  let isClosing = false;
  const sending = {
    storage,
    now,
    holder,
    send: async ({ subject, path, content, ...webhook }: ClaimedDelivery) => {
      const message = { ...webhook, content: path === null ? content : `${content}\n${publicUrl}${path}` };
      const picture = await drawn({ subject, path });
      const ending = await postToDiscord({ ...message, picture }, options);
      return picture !== null && isFileRefused(ending) ? postToDiscord(message, options) : ending;
    },
  };
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
  const messages = oneAtATime(app, 'messages to chats were not sent', async () => {
    while (!isClosing && (await sendNext(sending)));
  });
  const reminders = oneAtATime(app, 'reminders were not made', () =>
    storage.transaction((transaction) => makeReminders(transaction, now().toISOString())),
  );
  const stops = [every(intervals.messages, messages.start), every(intervals.reminders, reminders.start)];
  app.addHook('onClose', async () => {
    isClosing = true;
    for (const stop of stops) stop();
    const timer = setTimeout(() => stopping.abort(), stopTimeout);
    await Promise.all([messages.ended(), reminders.ended()]);
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
