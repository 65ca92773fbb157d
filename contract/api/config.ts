import * as v from 'valibot';
import { Instant } from '../values/values.ts';

const text = v.nullable(v.string());

/** The settings of the server that the app needs. */
export const ServerConfig = v.object({
  /** The release, with the commit that it was made from: `1.0.0+1a2b3c4d5e6f`. */
  version: v.nullish(v.string()),
  publicUrl: v.string(),
  communityUrl: text,
  downloadUrl: text,
  /** What visitors with Windows download instead; null where there is no such file. */
  windowsDownloadUrl: v.nullish(v.string()),
  analyticsId: text,
  /** The auth service: this server itself, or a Supabase project. */
  auth: v.object({
    url: v.string(),
    publishableKey: v.string(),
    isEmbedded: v.boolean(),
    isSignUpOpen: v.boolean(),
    hasPhone: v.boolean(),
    /** Without mail no password can be reset and no e-mail address confirmed. */
    hasMail: v.boolean(),
    /** For development: e-mails are not sent but shown on /outbox. */
    hasOutbox: v.boolean(),
  }),
  operator: v.object({ name: text, address: text, email: text }),
  demo: v.boolean(),
});

/** The health check, with the time of the server's clock. */
export const Health = v.object({ status: v.literal('ok'), time: Instant, version: v.string() });

export type ServerConfig = v.InferOutput<typeof ServerConfig>;
export type Health = v.InferOutput<typeof Health>;
