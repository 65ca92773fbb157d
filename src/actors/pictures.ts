import { useEffect, useState } from 'react';
import { getSeasonPicture } from '#contract/calls/seasons';
import { getSessionPicture } from '#contract/calls/sessions';
import { shareFile } from '../browser/download.ts';
import { fileName } from '../format/file-name.ts';
import { useApi } from './api.ts';
import { type Mutation, useMutation } from './mutation.ts';

/** A picture that the server draws: of a season, or of one session by itself. */
type Picture = { readonly name: string } & (
  | { readonly seasonId: string; readonly of: string }
  | { readonly sessionId: string; readonly result: string | undefined }
);

/** Shares a picture where the device can, and saves it elsewhere. The message says which. */
export function usePictures(onMessage: (message: string) => void): Mutation<Picture, unknown> {
  const api = useApi();
  return useMutation({
    run: (wanted: Picture, _, signal) => {
      onMessage('');
      return 'seasonId' in wanted
        ? api.send(getSeasonPicture, {
            params: { id: wanted.seasonId },
            query: { shape: 'tall', of: wanted.of },
            signal,
          })
        : api.send(getSessionPicture, {
            params: { id: wanted.sessionId },
            query: { shape: 'tall', ...(wanted.result !== undefined && { result: wanted.result }) },
            signal,
          });
    },
    onDone: (content: unknown, { name }) => {
      if (!(content instanceof Blob)) return;
      shareFile(fileName(name, 'picture', 'png'), content).then((outcome) =>
        onMessage({ shared: 'Shared.', saved: 'The picture is in your downloads.', closed: '' }[outcome]),
      );
    },
  });
}

/** The address of a picture of a season in this tab, to be seen before it is shared; null until it is drawn. */
export function usePicturePreview(season: { readonly id: string; readonly updatedAt: string }, of: string) {
  const { id, updatedAt } = season;
  const api = useApi();
  const [drawn, setDrawn] = useState<{ readonly of: string; readonly url: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a season that was changed has another picture
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let url: string | null = null;
    const query = { shape: 'tall', of } as const;
    void api.send(getSeasonPicture, { params: { id }, query, signal }).then((outcome) => {
      const content: unknown = 'failure' in outcome ? null : outcome.value;
      if (signal.aborted || !(content instanceof Blob)) return;
      url = URL.createObjectURL(content);
      setDrawn({ of, url });
    });
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [api, id, of, updatedAt]);
  return drawn?.of === of ? drawn.url : null;
}
