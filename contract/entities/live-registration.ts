import * as v from 'valibot';
import { Uuid, whole } from '../values/values.ts';

/** Where a registered recorder publishes to, and its token. */
export const LiveRegistration = v.object({
  id: Uuid,
  epoch: whole(0, 4_294_967_295),
  publish: v.variant('transport', [
    v.object({ transport: v.literal('ws'), url: v.string(), token: v.string() }),
    v.object({ transport: v.literal('tcp'), host: v.string(), port: whole(1, 65_535), token: v.string() }),
  ]),
});

export type LiveRegistration = v.InferOutput<typeof LiveRegistration>;
