import * as v from 'valibot';
import { Instant } from './values.ts';

const text = v.nullable(v.string());

/** What the app learns of its server at run time (design §3). */
export const ServerConfig = v.object({
  publicUrl: v.string(),
  communityUrl: text,
  downloadUrl: text,
  analyticsId: text,
  /** Where people sign in: this server itself, or a Supabase project. */
  auth: v.object({
    url: v.string(),
    publishableKey: v.string(),
    isEmbedded: v.boolean(),
    isSignUpOpen: v.boolean(),
    hasPhone: v.boolean(),
    /** Without mail no password can be reset and no address is confirmed. */
    hasMail: v.boolean(),
    /** Mails are not sent but shown on /outbox, for development. */
    hasOutbox: v.boolean(),
  }),
  operator: v.object({ name: text, address: text, email: text }),
  demo: v.boolean(),
});

/** Is the server well, and what does its clock say? */
export const Health = v.object({ status: v.literal('ok'), time: Instant, version: v.string() });

export type ServerConfig = v.InferOutput<typeof ServerConfig>;
export type Health = v.InferOutput<typeof Health>;
