import { editingInterval, type SectionEditor } from '#contract/entities/section-editor';
import { notFound } from '../http/problem.ts';
import { listOtherEditors, putSectionEditor } from '../storage/editing.ts';
import { findSeason } from '../storage/seasons.ts';
import { type Context, requireUser } from './context.ts';
import { getLeague } from './leagues.ts';
import { requireRight } from './rights.ts';

/** A page that has said nothing for so long is closed, its phone locked or its network gone, in ms. */
const lifetime = 2.5 * editingInterval;

type Section = { readonly section: string } & ({ readonly leagueId: string } | { readonly seasonId: string });

/** Stores that the caller has a section open, and returns who else has. @throws Problem 403 or 404. */
export async function editSection(context: Context, target: Section): Promise<SectionEditor[]> {
  const { transaction, now } = context;
  const userId = requireUser(context);
  await requireRight(context, { ...target, ownerId: await ownerOf(context, target) });
  const editor = {
    entityId: 'leagueId' in target ? target.leagueId : target.seasonId,
    userId,
    section: target.section,
  };
  await putSectionEditor(transaction, { ...editor, seenAt: now });
  return listOtherEditors(transaction, editor, new Date(Date.parse(now) - lifetime).toISOString());
}

async function ownerOf(context: Context, target: Section): Promise<string> {
  if ('leagueId' in target) return (await getLeague(context, target.leagueId)).value.ownerId;
  const season = await findSeason(context.transaction, target.seasonId, requireUser(context));
  if (season === null) throw notFound();
  return season.ownerId;
}
