import { resultsColumns } from '#contract/race/championship';
import type { DeliveryRow } from '../storage/deliveries.ts';
import type { Context } from './context.ts';
import type { Picture } from './drawing/picture.ts';
import { getSeason } from './load-season.ts';
import { seasonPictureOf } from './pictures.ts';

/**
 * What the picture of a message shows: official standings, or the latest result in them. Null for other messages, for what
 * not everybody may see, and once other results count: the picture would not be that of the message.
 */
export async function pictureOfDelivery(
  context: Context,
  { subject, path }: Pick<DeliveryRow, 'subject' | 'path'>,
): Promise<Picture | null> {
  const [what, seasonId = '', number = ''] = subject.split(' ');
  if (path === null || (what !== 'standings' && what !== 'result')) return null;
  const { value: season } = await getSeason(context, seasonId);
  const { revision } = season;
  if (revision == null || revision.hasChanged || revision.number !== Number(number)) return null;
  if (what === 'standings') return seasonPictureOf(context, season, 'drivers');
  const latest = resultsColumns(season).at(-1);
  return latest === undefined ? null : seasonPictureOf(context, season, latest.session.id);
}
