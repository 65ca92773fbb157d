import * as v from 'valibot';
import { Uuid, whole } from '../values/values.ts';

/** The token of this registration: it publishes this live session, and nothing else. */
const token = v.string();

/** A recorder publishes over a WebSocket. */
export const SocketTarget = v.object({
  /** A WebSocket. */
  transport: v.literal('ws'),
  /** Its address. */
  url: v.string(),
  token,
});

/** A recorder publishes over TCP. */
export const TcpTarget = v.object({
  /** A TCP connection with one message a line. */
  transport: v.literal('tcp'),
  /** Its host. */
  host: v.string(),
  /** Its port. */
  port: whole(1, 65_535),
  token,
});

/** Where a recorder publishes to. */
export const PublishTarget = v.variant('transport', [SocketTarget, TcpTarget]);

/** A live session that was registered. */
export const LiveRegistration = v.object({
  /** The id of the live session. */
  id: Uuid,
  /** Counts the registrations of this id; a new one ends the connection of the one before. */
  epoch: whole(0, 4_294_967_295),
  /** Where to publish to. */
  publish: PublishTarget,
});

export type LiveRegistration = v.InferOutput<typeof LiveRegistration>;
