import { createContext } from 'react';

/** Pictures that only their owner may see. They are fetched with a token, and stored nowhere. */
export interface PrivatePictures {
  /** Fetches the picture for as long as there is a listener. Returns how to unsubscribe. */
  readonly subscribe: (leagueId: string, thumbnailId: string, listener: () => void) => () => void;
  /** The object URL of a picture; null until it is fetched. */
  readonly url: (thumbnailId: string) => string | null;
}

/** Read by every LeaguePicture; the shell provides the value. */
export const PrivatePictureContext = createContext<PrivatePictures>({
  subscribe: () => () => undefined,
  url: () => null,
});
