import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { pairingCodeLifetime } from '#contract/constants';
import type { PairingCode, Recorder } from '#contract/entities/recorder';
import { unprocessable } from '../http/problem.ts';
import type { Storage } from '../storage/open-storage.ts';
import { isBlocked } from '../storage/operator.ts';
import { deletePairingCode, redeemPairingCode, setPairingCode } from '../storage/pairing-codes.ts';
import { findProfile } from '../storage/profiles.ts';
import { deleteToken, deleteTokensOf, findToken, insertToken, listTokens } from '../storage/token-rows.ts';
import type { Caller } from '../tokens/caller.ts';
import { hashToken, randomToken } from '../tokens/secrets.ts';
import { type Context, requireRecentSignIn, requireUser } from './context.ts';
import { type LiveRecord, revokeLive } from './live-races.ts';
import { noteSeen, requireOwnToken } from './own-tokens.ts';

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;
const maxRecorders = 50;
/** The start of every token of a recorder. */
const prefix = 'pbr_';

/** A code for connecting a recorder to the caller. @throws Problem 403 without a recent sign-in, 422 when there are too many. */
export async function createPairingCode(context: Context): Promise<PairingCode> {
  const userId = requireUser(context);
  requireRecentSignIn(context);
  const { length } = await listTokens(context.transaction, 'recorders', userId);
  if (length >= maxRecorders) throw unprocessable(`An account has at most ${maxRecorders} recorders: remove one.`);
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const expiresAt = new Date(Date.parse(context.now) + pairingCodeLifetime).toISOString();
  await setPairingCode(context.transaction, { userId, hash: hashToken(code), expiresAt });
  return { code, expiresAt };
}

/** Connects a recorder to the account that a code is of, whose user is returned apart from the answer. @throws Problem 422 when the code is not valid. */
export async function pairRecorder(
  { transaction, now }: Context,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<{ userId: string; paired: { id: string; token: string; userName: string | null } }> {
  const userId = await redeemPairingCode(transaction, hashToken(code), now);
  if (userId === null) throw unprocessable('This code is not valid, or no longer: create another one.');
  const id = v7();
  const token = `${prefix}${randomToken()}`;
  const row = { id, userId, name, tokenHash: hashToken(token), createdAt: now, lastSeenAt: null };
  await insertToken(transaction, 'recorders', row);
  const userName = (await findProfile(transaction, userId))?.username ?? null;
  return { userId, paired: { id, token, userName } };
}

/** The recorders of the caller. */
export function listRecorders(context: Context): Promise<Recorder[]> {
  return listTokens(context.transaction, 'recorders', requireUser(context));
}

/**
 * Removes a recorder of the caller: its token is no longer valid. Returns the live sessions that it had registered, each in a
 * new epoch that it cannot publish to.
 */
export async function deleteRecorder(context: Context, id: string): Promise<LiveRecord[]> {
  const { transaction } = context;
  await requireOwnToken(context, 'recorders', id);
  const revoked = await revokeLive(transaction, id, hashToken(randomToken()));
  await deleteToken(transaction, 'recorders', id);
  return revoked;
}

/**
 * Removes all recorders of the caller, deletes all tokens for programs, and the code that would connect another recorder.
 * Returns the live sessions of the recorders, as `deleteRecorder`.
 */
export async function deletePrograms(context: Context): Promise<LiveRecord[]> {
  const { transaction } = context;
  const userId = requireUser(context);
  const recorders = await listTokens(transaction, 'recorders', userId);
  const revoked = [];
  for (const { id } of recorders) revoked.push(...(await revokeLive(transaction, id, hashToken(randomToken()))));
  for (const table of ['recorders', 'apiTokens'] as const) await deleteTokensOf(transaction, table, userId);
  await deletePairingCode(transaction, userId);
  return revoked;
}

/** The caller of a recorder's token; null when it is not one, was removed, or is of a blocked user. */
export async function identifyRecorder(storage: Storage, token: string, now: Date): Promise<Caller | null> {
  const recorder = await findToken(storage.database, 'recorders', { tokenHash: hashToken(token) });
  if (recorder === null || (await isBlocked(storage.database, recorder.userId))) return null;
  const { id, userId, createdAt } = recorder;
  await noteSeen(storage, 'recorders', recorder, now);
  const issuedAt = Date.parse(createdAt);
  return { userId, recorderId: id, loginId: null, isMinted: false, issuedAt, signedInAt: 0, username: null };
}

/** The token of a recorder in an Authorization header; null when it has another kind of token. */
export function recorderTokenIn(authorization: string | undefined): string | null {
  return /^Bearer (pbr_[\w-]{43})$/i.exec(authorization ?? '')?.[1] ?? null;
}
