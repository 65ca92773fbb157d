import type { Driver } from '#contract/session';
import { notFound } from '../http/problem.ts';
import { renameDriverRow, updateDetail } from '../storage/driver-names.ts';
import { findSession } from '../storage/sessions.ts';
import type { Context, ExpectedVersion } from './context.ts';
import { compressDetail, parseDetail } from './session-detail.ts';
import { lockOwnSession, readSession, type SessionJson } from './sessions.ts';

interface Renaming {
  readonly id: string;
  readonly expected: ExpectedVersion;
  readonly carIndex: number;
  readonly name: string;
}

/** Renames a driver of a session, also in its podium. @throws Problem 404 for a session or a car that does not exist. */
export async function renameDriver(context: Context, { id, expected, carIndex, name }: Renaming): Promise<SessionJson> {
  const { transaction } = context;
  await lockOwnSession(context, { id, expected });
  if (!(await renameDriverRow(transaction, { sessionId: id, carIndex }, name))) throw notFound();
  const row = await findSession(transaction, id);
  if (row === null) throw notFound();
  const detail = await parseDetail<{ readonly drivers: readonly Driver[] }>(row.detail);
  const rename = <One extends { carIndex: number }>(one: One): One =>
    one.carIndex === carIndex ? { ...one, name } : one;
  await updateDetail(transaction, id, {
    detail: await compressDetail({ ...detail, drivers: detail.drivers.map(rename) }),
    podium: row.podium.map(rename),
  });
  return readSession(context, id);
}
