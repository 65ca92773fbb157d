import { v7 } from 'uuid';
import type { Entry, SignUp, Wish } from '#contract/entities/entry';
import { type EntryState, entryMoves } from '#contract/entities/entry-moves';
import { normalizeName } from '#contract/entities/scoring';
import type { Season } from '#contract/entities/season';
import { freePlaces, holderOf, isSignUpOpen, seatEntry, waitingList, withoutDriver } from '#contract/race/entries';
import { rosterDriverOf } from '#contract/race/roster';
import { conflict, forbidden, notFound, refused } from '../http/problem.ts';
import {
  acceptEntryRow,
  type EntryRow,
  endEntryRow,
  listEntriesOfUser,
  listEntryRows,
  listOpenEntries,
  putEntry,
} from '../storage/entries.ts';
import { listLeagueIdsOf } from '../storage/members.ts';
import { listStaffIds } from '../storage/notices.ts';
import { listClaimRows } from '../storage/roster-claims.ts';
import { findSeason, lockSeasonRow, type SeasonRow } from '../storage/seasons.ts';
import { type Context, callerIdOf, requireUser, type Versioned } from './context.ts';
import { logIn } from './league-log.ts';
import { lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { notify } from './notices/notify.ts';
import { isAllowed } from './rights.ts';
import { scoreSeason } from './score-season.ts';
import { loadSeasonParts } from './season-data.ts';
import { keepColours } from './season-teams.ts';
import { stayPrivate } from './stay-private.ts';

/** The most entries of a season that wait. */
const maxOpen = 500;

/** Says when users can enter a season, and how many. Where it accepts entries by itself, those with a place get it. */
export async function setSignUp(
  context: Context,
  { signUp, ...target }: SeasonTarget & { readonly signUp: SignUp | null },
): Promise<Versioned<Season>> {
  const row = await lockOwnSeason(context, target);
  const { roster } = await acceptWaiting(context, { ...row, signUp });
  return touchSeason(context, row.id, { signUp, roster });
}

/** The entries of a season: all for who manages it, for others their own. @throws Problem 404. */
export async function listEntries(context: Context, seasonId: string): Promise<Entry[]> {
  const season = await findSeason(context.transaction, seasonId, callerIdOf(context));
  if (season === null) throw notFound();
  return visibleEntries(context, season, await managesSeason(context, season));
}

async function visibleEntries(context: Context, season: SeasonRow, isStaff: boolean): Promise<Entry[]> {
  const userId = requireUser(context);
  const { transaction } = context;
  if (isStaff) return withPositions(await listEntryRows(transaction, season.id), season);
  const open = await listOpenEntries(transaction, season.id, { userId });
  return withPositions(open, season).filter((entry) => entry.userId === userId);
}

/** The entries of a season that can be decided: nobody decides on who waits for a place. */
export async function listUndecided({ transaction }: Context, season: SeasonRow): Promise<readonly EntryRow[]> {
  const open = await listOpenEntries(transaction, season.id);
  return waitingList(open, freePlaces(season.signUp, season.roster ?? [])).withPlace;
}

/** Entries with their positions on the waiting list. */
function withPositions(rows: readonly EntryRow[], { signUp, roster }: Pick<SeasonRow, 'signUp' | 'roster'>): Entry[] {
  const { waiting } = waitingList(rows, freePlaces(signUp, roster ?? []));
  return rows.map((row) => ({ ...row, waiting: waiting.indexOf(row) + 1 || null }));
}

/** The entries of the caller in all seasons. The waiting list of a season that they cannot see any more stays its own. */
export async function listOwnEntries(context: Context): Promise<Entry[]> {
  const userId = requireUser(context);
  const found: Entry[] = [];
  for (const entry of await listEntriesOfUser(context.transaction, userId)) {
    const season = await findSeason(context.transaction, entry.seasonId, userId);
    const visible = season === null ? [] : await visibleEntries(context, season, false);
    found.push(visible[0] ?? { ...entry, waiting: null });
  }
  return found;
}

function managesSeason(context: Context, { id, ownerId }: SeasonRow): Promise<boolean> {
  return isAllowed(context, { seasonId: id, ownerId }, 'manageSeason');
}

/**
 * Enters the caller, or changes the entry that waits. @throws Problem 404; 409 when the sign-up is not open, or the caller has a
 * seat; 422 for the name or number of another driver.
 */
export async function enterSeason(
  context: Context,
  { seasonId, wish: given }: { readonly seasonId: string; readonly wish: Wish },
): Promise<Entry[]> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  // Locked, so that the roster and the entries stay as they are checked.
  const season = await findSeason(transaction, seasonId, userId, true);
  if (season === null) throw notFound();
  if (!isSignUpOpen(season.signUp, Date.parse(now))) throw conflict('The sign-up of this season is not open.');
  const entries = await listOpenEntries(transaction, seasonId, { userId });
  const own = entries.find((entry) => entry.userId === userId);
  const claims = await listClaimRows(transaction, seasonId);
  if (own === undefined && claims.some((claim) => claim.userId === userId))
    throw conflict('You have said which driver of this season you are. Take that back first.');
  if (!entryMoves.some(({ from, move }) => from === (own?.state ?? 'none') && move === 'enter'))
    throw conflict(
      own?.state === 'accepted'
        ? 'You have a seat in this season.'
        : 'Your entry was declined. Those who run the season can still accept it.',
    );
  const wish = { ...given, name: normalizeName(given.name) };
  requireFree(wish, season, new Set(claims.flatMap((claim) => (claim.confirmedAt === null ? [] : [claim.driverId]))));
  if (own?.state !== 'applied' && entries.filter(({ state }) => state === 'applied').length >= maxOpen)
    throw conflict('Too many entries of this season wait for a decision.');
  // A reserve needs no place: who becomes a regular driver waits for one from now on.
  const keepsPosition = own?.state === 'applied' && own.wish.isReserve === wish.isReserve;
  const enteredAt = keepsPosition ? own.enteredAt : now;
  await putEntry(transaction, { id: own?.id ?? v7(), seasonId, userId, enteredAt, wish });
  if (own?.state !== 'applied') await tellStaff(context, season);
  const changed = await storeRoster(context, season, await acceptWaiting(context, season));
  return visibleEntries(context, changed, await managesSeason(context, season));
}

/** @throws Problem 422 for the name or number of another driver. */
function requireFree({ name, number, isReserve }: Wish, { roster }: SeasonRow, accounts: ReadonlySet<string>): void {
  const namesake = rosterDriverOf(roster ?? [], name);
  if (namesake !== null && accounts.has(namesake.id))
    throw refused([{ path: 'name', message: 'is the name of another driver of this season' }]);
  const holder = isReserve ? null : holderOf(roster ?? [], number);
  if (holder !== null && holder.id !== namesake?.id)
    throw refused([{ path: 'number', message: `is the number of ${holder.name}` }]);
}

/** Moves an entry, by the table of moves. @throws Problem 404; 403 for what others decide; 409 when it is in another state. */
export async function updateEntry(
  context: Context,
  input: { readonly seasonId: string; readonly entryId: string; readonly state: EntryState },
): Promise<Entry[]> {
  const { transaction } = context;
  const userId = requireUser(context);
  const { seasonId, entryId, state } = input;
  const season = await lockSeasonRow(transaction, seasonId);
  const entry = (await listOpenEntries(transaction, seasonId, { id: entryId })).find(({ id }) => id === entryId);
  if (season === null || entry === undefined) throw notFound();
  const isOwn = entry.userId === userId;
  // An own entry is withdrawn also from a season that is hidden now.
  const isStaff = (await findSeason(transaction, seasonId, userId)) !== null && (await managesSeason(context, season));
  if (!isOwn && !isStaff) throw notFound();
  if (entry.state === state) return visibleEntries(context, season, isStaff);
  const moves = entryMoves.filter(({ from, move, next }) => from === entry.state && move !== 'enter' && next === state);
  if (moves.length === 0) throw conflict(`This entry is ${entry.state} and cannot become ${state}.`);
  const made = moves.find(({ who }) => (who === 'oneself' ? isOwn : isStaff));
  if (made === undefined)
    throw forbidden(isOwn ? 'Those who run the season decide this.' : 'Only who has entered can do this.');
  let changed = season;
  if (state === 'accepted') {
    const seating = seatEntry(await seatingOf(context, season, entry));
    if (seating.refusal !== undefined) throw conflict(seating.refusal);
    await accept(context, entry, seating.driverId);
    changed = { ...season, roster: [...seating.roster] };
  } else if (state === 'left') {
    changed = await vacate(context, season, entry);
    await stayPrivate(transaction, { seasonId }, () => endEntryRow(transaction, entryId, 'left'));
  } else if (state !== 'applied') {
    await endEntryRow(transaction, entryId, state);
    if (state === 'declined') await tell(context, 'entryDeclined', entry);
  }
  changed = await storeRoster(context, season, await acceptWaiting(context, changed));
  if (made.who === 'staff') {
    const leagueIds = await listLeagueIdsOf(transaction, seasonId);
    await logIn(context, leagueIds, { action: `${made.move}Entry`, seasonId, aboutId: entry.userId });
  }
  return visibleEntries(context, changed, isStaff);
}

async function accept(context: Context, entry: EntryRow, driverId: string): Promise<void> {
  await acceptEntryRow(context.transaction, entry.id, { driverId, confirmedAt: context.now });
  await tell(context, 'entryAccepted', entry);
}

/** Tells a user what has become of their entry; who decides on an own one knows. */
async function tell(
  context: Context,
  kind: 'entryAccepted' | 'entryDeclined',
  { id, seasonId, userId, enteredAt }: EntryRow,
): Promise<void> {
  if (userId !== callerIdOf(context))
    await notify(context, { kind, to: [userId], seasonId, about: `${id} ${enteredAt}` });
}

/** Tells those who manage a season that there is a new entry. */
async function tellStaff(context: Context, { id }: SeasonRow): Promise<void> {
  const staff = await listStaffIds(context.transaction, id, 'manageSeason');
  await notify(context, {
    kind: 'newEntry',
    to: staff.filter((userId) => userId !== callerIdOf(context)),
    seasonId: id,
  });
}

async function seatingOf({ transaction }: Context, { id, roster, signUp }: SeasonRow, { wish }: EntryRow) {
  const claims = await listClaimRows(transaction, id);
  const accounts = new Set(claims.flatMap(({ driverId, confirmedAt }) => (confirmedAt === null ? [] : [driverId])));
  return { roster: roster ?? [], accounts, signUp, wish, id: v7() };
}

/**
 * Accepts the entries that have a place, where the season does so by itself. A number that somebody else has got meanwhile is
 * left out. Who has the name of a driver of the roster waits: who manages the season says whether it is the same person.
 */
export async function acceptWaiting(context: Context, season: SeasonRow): Promise<SeasonRow> {
  if (season.signUp?.isAutomatic !== true) return season;
  let changed = season;
  const entries = await listOpenEntries(context.transaction, season.id);
  for (const entry of waitingList(entries, freePlaces(season.signUp, season.roster ?? [])).withPlace) {
    const roster = changed.roster ?? [];
    if (rosterDriverOf(roster, entry.wish.name) !== null) continue;
    const isHeld = !entry.wish.isReserve && holderOf(roster, entry.wish.number) !== null;
    const wish = isHeld ? { ...entry.wish, number: null } : entry.wish;
    const seating = seatEntry({ roster, accounts: new Set(), signUp: season.signUp, wish, id: v7() });
    if (seating.refusal !== undefined) continue;
    await accept(context, entry, seating.driverId);
    changed = { ...changed, roster: [...seating.roster] };
  }
  return changed;
}

/** The season without the seat of a driver who leaves. */
async function vacate(context: Context, season: SeasonRow, { driverId }: EntryRow): Promise<SeasonRow> {
  const driver = season.roster?.find(({ id }) => id === driverId);
  if (driver === undefined || season.roster === null) return season;
  const parts = await loadSeasonParts(context, season);
  const { standings } = await scoreSeason(context, parts);
  const run = new Set(parts.attached.map(({ eventId }) => eventId));
  const latest = parts.eventRows.findLastIndex(({ id }) => run.has(id));
  const left = withoutDriver(season.roster, driver.id, {
    hasRaced: rosterDriverOf(standings.drivers, driver.name) !== null,
    ahead: parts.eventRows.slice(latest + 1).map(({ id }) => id),
  });
  return { ...season, roster: left };
}

/** Stores the roster of a season where entries have changed it. */
async function storeRoster(context: Context, before: SeasonRow, changed: SeasonRow): Promise<SeasonRow> {
  if (changed.roster === before.roster) return changed;
  // Its teams keep the colours of before the change.
  if (before.givenColours === null) await keepColours(context, before);
  await touchSeason(context, before.id, { roster: changed.roster });
  return changed;
}
