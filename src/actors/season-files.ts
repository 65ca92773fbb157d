import { saveBlob } from '../browser/download.ts';
import { fileName } from '../format/file-name.ts';
import { useApi } from './api.tsx';
import { type Mutation, useMutation } from './mutation.ts';

/** Downloads a table of a season as CSV; with the user's token, so that hidden seasons can be exported too. */
export function useSeasonCsv(season: {
  readonly id: string;
  readonly name: string;
}): Mutation<'drivers' | 'teams' | 'results', unknown> {
  const api = useApi();
  return useMutation({
    run: (table: 'drivers' | 'teams' | 'results') => api.getSeasonCsv({ params: { id: season.id }, query: { table } }),
    onDone: (file: unknown, table) => {
      if (file instanceof Blob) saveBlob(fileName(season.name, table, 'csv'), file);
    },
  });
}
