import { notFound } from '../http/problem.ts';
import { renameDriverRow, updateDetail } from '../storage/driver-names.ts';
import { findSession } from '../storage/sessions.ts';
import { type Context, type ExpectedVersion, viewerOf } from './context.ts';
import { keepColoursOf } from './season-teams.ts';
import type { RenameInDetail } from './session-detail.ts';
import { lockOwnSession, type StoredSession, withDetail } from './sessions.ts';

interface Renaming {
  readonly id: string;
  readonly expected: ExpectedVersion;
  readonly carIndex: number;
  readonly name: string;
}

/** Renames a driver of a session, also in its podium. @throws Problem 404 for a session or a car that does not exist. */
export async function renameDriver(
  context: Context,
  { id, expected, carIndex, name }: Renaming,
  renameInDetail: RenameInDetail,
): Promise<StoredSession> {
  const { transaction } = context;
  await lockOwnSession(context, { id, expected });
  if (!(await renameDriverRow(transaction, { sessionId: id, carIndex }, name))) throw notFound();
  const row = await findSession(transaction, viewerOf(context), id);
  if (row === null) throw notFound();
  const detail = await renameInDetail(row.detail, [[carIndex, name]]);
  const podium = row.podium.map((place) => (place.carIndex === carIndex ? { ...place, name } : place));
  await updateDetail(transaction, id, { detail, podium });
  await keepColoursOf(context, id);
  return withDetail(context, id, detail);
}
