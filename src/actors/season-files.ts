import { getCalendar, getSeasonCsv } from '#contract/calls/seasons';
import { saveBlob } from '../browser/download.ts';
import { fileName } from '../format/file-name.ts';
import { useApi } from './api.ts';
import { type Mutation, useMutation } from './mutation.ts';

/** A table as CSV, or the calendar of the events. */
type SeasonFile = 'drivers' | 'teams' | 'results' | 'calendar';

/** Between the cells of a table. */
export type Separator = 'comma' | 'semicolon';

/** Downloads a file of a season; with the user's token, so that hidden seasons can be exported too. */
export function useSeasonFiles(
  season: { readonly id: string; readonly name: string },
  separator: Separator,
): Mutation<SeasonFile, unknown> {
  const api = useApi();
  const params = { id: season.id };
  return useMutation({
    run: (file: SeasonFile, _, signal) =>
      file === 'calendar'
        ? api.send(getCalendar, { params, signal })
        : api.send(getSeasonCsv, { params, query: { table: file, separator }, signal }),
    onDone: (content: unknown, file) => {
      if (content instanceof Blob) saveBlob(fileName(season.name, file, file === 'calendar' ? 'ics' : 'csv'), content);
    },
  });
}
