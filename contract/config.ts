import * as v from 'valibot';
import { Instant } from './values.ts';

const text = v.nullable(v.string());

/** What the app learns of its server at run time (design §3). */
export const ServerConfig = v.object({
  publicUrl: v.string(),
  communityUrl: text,
  downloadUrl: text,
  analyticsId: text,
  supabaseUrl: text,
  supabasePublishableKey: text,
  operator: v.object({ name: text, address: text, email: text }),
  demo: v.boolean(),
});

/** Is the server well, and what does its clock say? */
export const Health = v.object({ status: v.literal('ok'), time: Instant, version: v.string() });

export type ServerConfig = v.InferOutput<typeof ServerConfig>;
export type Health = v.InferOutput<typeof Health>;
