import * as v from 'valibot';
import { Instant } from '../values/values.ts';

const text = v.nullable(v.string());

/** The auth service: this server itself, or a Supabase project. */
export const AuthService = v.object({
  /** Its address. */
  url: v.string(),
  /** Its public key. */
  publishableKey: v.string(),
  /** Whether it is this server itself. */
  isEmbedded: v.boolean(),
  /** Whether anybody can sign up. */
  isSignUpOpen: v.boolean(),
  /** Whether phone numbers can be used. */
  hasPhone: v.boolean(),
  /** Whether it sends e-mails. Without mail no password can be reset and no e-mail address confirmed. */
  hasMail: v.boolean(),
  /** For development: e-mails are not sent but shown on /outbox. */
  hasOutbox: v.boolean(),
});

/** Who operates this server. */
export const Operator = v.object({
  /** A name; null where none is set. */
  name: text,
  /** A postal address; null where none is set. */
  address: text,
  /** An e-mail address; null where none is set. */
  email: text,
});

/** The settings of this server that the app needs. */
export const ServerConfig = v.object({
  /** The version of the server, with the commit that a release was made from: 1.0.0+1a2b3c4d5e6f. */
  version: v.nullish(v.string()),
  /** The address of this server. */
  publicUrl: v.string(),
  /** Where its community is; null where none is set. */
  communityUrl: text,
  /** Where the recorder is; null where none is set. */
  downloadUrl: text,
  /** What visitors with Windows download instead; null or absent where there is no such file. */
  windowsDownloadUrl: v.nullish(v.string()),
  /** The id for analytics; null where there are none. */
  analyticsId: text,
  /** The auth service. */
  auth: AuthService,
  operator: Operator,
  /** Whether this server has simulated data. */
  demo: v.boolean(),
});

/** The server answers. */
export const Health = v.object({
  /** Always ok: any other answer means that something is wrong. */
  status: v.literal('ok'),
  /** The server’s clock. */
  time: Instant,
  /** The version of the server. */
  version: v.string(),
});

export type ServerConfig = v.InferOutput<typeof ServerConfig>;
export type Health = v.InferOutput<typeof Health>;
