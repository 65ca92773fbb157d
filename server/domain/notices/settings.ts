import { v7 } from 'uuid';
import type * as v from 'valibot';
import type { NoticeSettingsUpdate } from '#contract/api/bodies';
import { kindOfNotice, type NoticeKind, noticeKinds } from '#contract/entities/notice';
import type { NoticeSettings } from '#contract/entities/notice-settings';
import { conflict, refused } from '../../http/problem.ts';
import {
  deleteSubscription,
  listNoticeFailures,
  listNoticeLeagues,
  listSubscriptions,
  putNoticeSettings,
  putSubscription,
  readNoticeSettings,
} from '../../storage/notice-deliveries.ts';
import type { StoredNoticeSettings } from '../../storage/tables.ts';
import { type Context, requireUser } from '../context.ts';
import { channelsOf, nothingChosen } from './choices.ts';
import { isDeviceKey, isPushEndpoint } from './push-service.ts';

/** The devices of an account. */
const maxDevices = 20;
const maxLeagues = 200;
const shownFailures = 5;

/** What this server can tell users by, besides the inbox. */
export interface NoticeService {
  /** The key that devices subscribe with; null: push is off. */
  readonly pushKey: string | null;
  readonly whyOff: string | null;
  readonly canMail: () => boolean;
  /** Stands in for the push services of browsers in tests. */
  readonly testOrigin: string | null;
}

const kinds = Object.keys(noticeKinds) as NoticeKind[];

/** What the caller is told by. */
export async function getNoticeSettings(
  context: Context,
  { pushKey, whyOff, canMail }: NoticeService,
): Promise<NoticeSettings> {
  const { transaction } = context;
  const userId = requireUser(context);
  const settings = await chosen(context);
  const subscriptions = await listSubscriptions(transaction, [userId]);
  const leagues = await listNoticeLeagues(transaction, userId, maxLeagues);
  return {
    kinds: kinds.map((kind) => {
      const channels = channelsOf(settings, kind);
      const { label } = kindOfNotice(kind);
      return { kind, label, push: channels.includes('push'), mail: channels.includes('mail') };
    }),
    leagues: leagues.map((league) => ({ ...league, isMuted: settings.mutedLeagues.includes(league.id) })),
    quiet: settings.quiet,
    timeZone: settings.timeZone,
    push: { publicKey: pushKey, whyOff, endpoints: subscriptions.map(({ endpoint }) => endpoint) },
    canMail: canMail(),
    failures: await listNoticeFailures(transaction, userId, shownFailures),
  };
}

async function chosen(context: Context): Promise<StoredNoticeSettings> {
  const userId = requireUser(context);
  return (await readNoticeSettings(context.transaction, [userId])).get(userId) ?? nothingChosen;
}

type Update = v.InferOutput<typeof NoticeSettingsUpdate>;

/** Stores what the caller is told by; what is absent stays. */
export async function setNoticeSettings(
  context: Context,
  { kinds: changed = [], ...others }: Update,
  service: NoticeService,
): Promise<NoticeSettings> {
  const stored = await chosen(context);
  const channels = changed.map(({ kind, push, mail }) => [
    kind,
    [...(push ? ['push' as const] : []), ...(mail ? ['mail' as const] : [])],
  ]);
  const { mutedLeagues = stored.mutedLeagues, quiet = stored.quiet, timeZone = stored.timeZone } = others;
  const settings = { mutedLeagues, quiet, timeZone, kinds: { ...stored.kinds, ...Object.fromEntries(channels) } };
  await putNoticeSettings(context.transaction, requireUser(context), settings);
  return getNoticeSettings(context, service);
}

interface Device {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Turns push on for a device.
 * @throws Problem 409 while push is off, and for more than 20 devices; 422 for an address that is of no push service.
 */
export async function setPush(
  context: Context,
  { endpoint, keys }: Device,
  service: NoticeService,
): Promise<NoticeSettings> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  if (service.pushKey === null) throw conflict(service.whyOff ?? 'Push is off on this server.');
  if (!isPushEndpoint(endpoint, service.testOrigin))
    throw refused([{ path: 'endpoint', message: 'must be at the push service of a browser' }]);
  if (!isDeviceKey(keys.p256dh)) throw refused([{ path: 'keys.p256dh', message: 'must be a point of P-256' }]);
  const devices = await listSubscriptions(transaction, [userId]);
  if (devices.length >= maxDevices && devices.every((device) => device.endpoint !== endpoint))
    throw conflict(`Push is on for ${maxDevices} devices: turn it off for another one first.`);
  await putSubscription(transaction, { id: v7(), userId, endpoint, ...keys, createdAt: now });
  return getNoticeSettings(context, service);
}

/** Turns push off for a device of the caller. */
export async function deletePush(context: Context, endpoint: string, service: NoticeService): Promise<NoticeSettings> {
  await deleteSubscription(context.transaction, { userId: requireUser(context), endpoint });
  return getNoticeSettings(context, service);
}

/** What is stored about the channels of the caller, without the secrets of devices. */
export async function exportNoticeSettings(context: Context) {
  const userId = requireUser(context);
  const devices = await listSubscriptions(context.transaction, [userId]);
  return {
    settings: (await readNoticeSettings(context.transaction, [userId])).get(userId) ?? null,
    devices: devices.map(({ endpoint, createdAt }) => ({ endpoint, createdAt })),
  };
}
