import { v7 } from 'uuid';
import { nameOf } from '#contract/calls/by-name';
import type { WriteCall, WriteRequest } from '#contract/calls/call';
import type { LeagueLog } from '#contract/entities/member';
import { fieldsOf } from '#contract/json/fields-of';
import { hasShownWrites } from '../storage/changes.ts';
import { insertLog, listLeagueIdsOf, listLogRows } from '../storage/members.ts';
import { nextPageOf } from '../storage/page-keys.ts';
import { findProfile } from '../storage/profiles.ts';
import { type Context, callerIdOf } from './context.ts';
import { getLeague } from './leagues.ts';
import { requireRight } from './rights.ts';

const pageSize = 50;

/** Stores a change that needed a right in the log of its league, or of the leagues of its season. A preview changes nothing. */
export async function logChange(context: Context, call: WriteCall, request: WriteRequest): Promise<void> {
  if (typeof call.access !== 'object' || call.changes(request).length === 0) return;
  // Members without the right read the log too: a ruling is in it once it is in force.
  if (call.access.right === 'rule' && !hasShownWrites(context.transaction)) return;
  const { params = {}, body } = request;
  const { id, userId = params['userId'] } = fieldsOf(body);
  const seasonId = params['seasonId'] ?? params['id'] ?? (typeof id === 'string' ? id : null);
  const leagueId = params['leagueId'];
  const leagueIds =
    leagueId !== undefined ? [leagueId] : seasonId === null ? [] : await listLeagueIdsOf(context.transaction, seasonId);
  const action = nameOf(call);
  await logIn(context, leagueIds, { action, seasonId, aboutId: typeof userId === 'string' ? userId : null });
}

interface Logged {
  readonly action: string;
  readonly seasonId: string | null;
  /** The member whom it is about. */
  readonly aboutId: string | null;
}

/** Stores what the caller has done in the logs of leagues. */
export async function logIn(
  context: Context,
  leagueIds: readonly string[],
  { action, seasonId, aboutId }: Logged,
): Promise<void> {
  const { transaction, now: at } = context;
  const subject = aboutId === null ? null : ((await findProfile(transaction, aboutId))?.username ?? null);
  const entry = { at, seasonId, authorId: callerIdOf(context), action, subject };
  await insertLog(
    transaction,
    leagueIds.map((leagueId) => ({ ...entry, id: v7(), leagueId })),
  );
}

/** A page of the log of a league. @throws Problem 403 or 404. */
export async function listLeagueLog(
  context: Context,
  { leagueId, after }: { readonly leagueId: string; readonly after?: string | undefined },
): Promise<LeagueLog> {
  const { value } = await getLeague(context, leagueId);
  await requireRight(context, { leagueId, ownerId: value.ownerId });
  const entries = await listLogRows(context.transaction, leagueId, after, pageSize);
  return { entries, next: nextPageOf(entries, pageSize, ({ at }) => at) };
}
