import { v7 } from 'uuid';
import type { ApiToken, NewApiToken, TokenScope } from '#contract/entities/api-token';
import { unprocessable } from '../http/problem.ts';
import { findCallerRows } from '../storage/callers.ts';
import type { Storage } from '../storage/open-storage.ts';
import { deleteToken, findToken, insertToken, listTokens } from '../storage/token-rows.ts';
import type { Caller } from '../tokens/caller.ts';
import { hashToken, randomToken } from '../tokens/secrets.ts';
import { type Context, requireRecentSignIn, requireUser } from './context.ts';
import { noteSeen, requireOwnToken } from './own-tokens.ts';

const maxTokens = 50;
/** The start of every token of a program. */
const prefix = 'pbt_';

/** The tokens of the caller. */
export function listApiTokens(context: Context): Promise<ApiToken[]> {
  return listTokens(context.transaction, 'apiTokens', requireUser(context));
}

/** Makes a token for a program of the caller. @throws Problem 403 without a recent sign-in, 422 when there are too many. */
export async function createApiToken(
  context: Context,
  { name, scope }: { readonly name: string; readonly scope: TokenScope },
): Promise<NewApiToken> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  requireRecentSignIn(context);
  const { length } = await listTokens(transaction, 'apiTokens', userId);
  if (length >= maxTokens) throw unprocessable(`An account has at most ${maxTokens} tokens: delete one.`);
  const token = `${prefix}${randomToken()}`;
  const made = { id: v7(), name, scope, createdAt: now, lastSeenAt: null };
  await insertToken(transaction, 'apiTokens', { ...made, userId, tokenHash: hashToken(token) });
  return { ...made, token };
}

/** Deletes a token of the caller: it is no longer valid. */
export async function deleteApiToken(context: Context, id: string): Promise<void> {
  await requireOwnToken(context, 'apiTokens', id);
  await deleteToken(context.transaction, 'apiTokens', id);
}

/** The caller of a program's token; null when it is not one, was deleted, or is of a blocked user. */
export async function identifyApiToken(storage: Storage, token: string, now: Date): Promise<Caller | null> {
  const found = await findToken(storage.database, 'apiTokens', { tokenHash: hashToken(token) });
  if (found === null) return null;
  const { userId, scope, createdAt } = found;
  const { isBlocked, seesPrivate } = await findCallerRows(storage.database, { userId, loginId: null });
  if (isBlocked) return null;
  await noteSeen(storage, 'apiTokens', found, now);
  const issuedAt = Date.parse(createdAt);
  return {
    userId,
    scope,
    seesPrivate,
    loginId: null,
    isMinted: false,
    issuedAt,
    signedInAt: 0,
    username: null,
  };
}

/** The token of a program in an Authorization header; null when it has another kind of token. */
export function apiTokenIn(authorization: string | undefined): string | null {
  return /^Bearer (pbt_[\w-]{43})$/i.exec(authorization ?? '')?.[1] ?? null;
}
