import { hasRight, type Right, type Role } from '#contract/rights';
import { forbidden } from '../http/problem.ts';
import { findLeagueRoles, findSeasonRoles } from '../storage/members.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { type Context, requireUser } from './context.ts';

/** A league or a season, with its owner. */
export type Managed = { readonly ownerId: string } & ({ readonly leagueId: string } | { readonly seasonId: string });

/** The roles of a user in a league or season. Drivers are left out: what they may do is to see it. */
export async function rolesOf(transaction: Transaction, managed: Managed, userId: string): Promise<Role[]> {
  if (managed.ownerId === userId) return ['owner'];
  return 'leagueId' in managed
    ? findLeagueRoles(transaction, managed.leagueId, userId)
    : findSeasonRoles(transaction, managed.seasonId, userId);
}

/** Whether the caller has a right in a league or season. */
export async function isAllowed(context: Context, managed: Managed, right: Right): Promise<boolean> {
  return hasRight(await rolesOf(context.transaction, managed, requireUser(context)), right);
}

/** @throws Problem 403 unless the caller has a right in a league or season: that of the call, or another one. */
export async function requireRight(context: Context, managed: Managed, right = context.right): Promise<void> {
  if (right === null) throw new Error('a call without a right has changed a league or season');
  if (!(await isAllowed(context, managed, right))) throw forbidden('Your role does not allow this.');
}
