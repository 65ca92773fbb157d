import * as v from 'valibot';
import { Health, ServerConfig } from '../api/config.ts';
import { SearchResult } from '../api/search.ts';
import { Profile } from '../entities/profile.ts';
import { TrackOutline } from '../entities/track.ts';
import { TrackNumber } from '../enumerations.ts';
import { text } from '../values/text-values.ts';
import { Uuid } from '../values/values.ts';
import { call } from './call.ts';
import { ImageQuery } from './parameters.ts';

/** The number of a track, written in one way. */
const TrackId = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d?)$/, 'must be the number of a track'),
  v.transform(Number),
  TrackNumber,
);

/** Leagues, seasons, sessions and users, best first, at most 10 of each. */
export const search = call({
  method: 'GET',
  path: '/api/Search',
  access: 'public',
  query: v.object({
    /** The text to search for. */
    q: text(200),
  }),
  answer: SearchResult,
});

/** The public profile of a user. */
export const getProfile = call({
  method: 'GET',
  path: '/api/Profile/{userId}',
  access: 'public',
  answer: Profile,
  cache: 'forAll',
  problems: [404],
});

/** The picture of a user, at the address in avatar_url. */
export const getAvatar = call({
  method: 'GET',
  path: '/api/Account/{userId}/avatar',
  access: 'public',
  query: ImageQuery,
  file: 'image/webp',
  cache: 'forAll',
  problems: [404],
});

/** The outline of a track; without points when this server has none. */
export const getOutline = call({
  method: 'GET',
  path: '/api/Tracks/{trackId}/outline',
  access: 'public',
  params: {
    /** The track. */
    trackId: TrackId,
  },
  query: v.object({
    /** Has no effect. Earlier apps send it. */
    userId: v.optional(Uuid),
  }),
  answer: TrackOutline,
  cache: 'forAll',
});

/** The settings of this server that the app needs. */
export const getConfig = call({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  answer: ServerConfig,
  cache: 'never',
});

/** Health check. */
export const getHealth = call({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  answer: Health,
  cache: 'never',
});
