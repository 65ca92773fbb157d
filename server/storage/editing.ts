import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { SectionEditor } from '#contract/entities/section-editor';
import type { Transaction } from './open-storage.ts';
import { profiles, sectionEditors } from './tables.ts';

/** Stores that a user has a section open. A user has one section of a league or season open: the last one. */
export async function putSectionEditor(
  transaction: Transaction,
  row: typeof sectionEditors.$inferInsert,
): Promise<void> {
  const { section, seenAt } = row;
  await transaction
    .insert(sectionEditors)
    .values(row)
    .onConflictDoUpdate({ target: [sectionEditors.entityId, sectionEditors.userId], set: { section, seenAt } });
}

/** The users besides this one who have had a section open since an instant, by name. */
export function listOtherEditors(
  transaction: Transaction,
  { entityId, userId, section }: { readonly entityId: string; readonly userId: string; readonly section: string },
  since: string,
): Promise<SectionEditor[]> {
  return transaction
    .select({ userId: sectionEditors.userId, userName: profiles.username })
    .from(sectionEditors)
    .leftJoin(profiles, eq(profiles.id, sectionEditors.userId))
    .where(
      and(
        eq(sectionEditors.entityId, entityId),
        ne(sectionEditors.userId, userId),
        eq(sectionEditors.section, section),
        gt(sectionEditors.seenAt, since),
      ),
    )
    .orderBy(asc(profiles.username), asc(sectionEditors.userId));
}
