import { randomUUID } from 'node:crypto';
import { fieldsOf } from '#contract/json/fields-of';
import { parseJson } from '#contract/json/parse-json';
import { type Posted, post } from './post.ts';

/** Discord's address, the only one that messages are sent to. */
export const discordOrigin = 'https://discord.com';
/** The documented version of its API: in older ones, retry_after is in ms. */
const api = '/api/v10';
/** Bytes of a picture that is posted with a message. */
const largestPicture = 512 * 1_024;

/** A message, and the webhook that it is posted by. */
export interface DiscordMessage {
  readonly webhookId: string;
  readonly token: string;
  readonly content: string;
  /** A PNG; one that is too large is left out. */
  readonly picture?: Buffer | null;
}

/** How a request ended: the same as an attempt of a delivery. */
type Ending =
  | { readonly kind: 'notSent' | 'notAnswered'; readonly code: string }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter?: number;
      readonly isGlobal?: boolean;
      readonly errorCode?: number;
    };

interface DiscordOptions {
  readonly origin: string;
  readonly userAgent: string;
  /** Ends a request that runs. */
  readonly signal: AbortSignal;
}

/** Posts a message. The address is made of the fixed host and path, the number and the token. */
export async function postToDiscord(
  { webhookId, token, content, picture = null }: DiscordMessage,
  { origin, userAgent, signal }: DiscordOptions,
): Promise<Ending> {
  const url = new URL(
    `${api}/webhooks/${encodeURIComponent(webhookId)}/${encodeURIComponent(token)}?wait=true`,
    origin,
  );
  const { type, body } = bodyOf(content, picture !== null && picture.length <= largestPicture ? picture : null);
  const ending = await post(url, { headers: { 'content-type': type, 'user-agent': userAgent }, body, signal });
  if (ending.kind !== 'answered') return ending;
  return { kind: 'answered', status: ending.status, ...detailOf(ending) };
}

/** JSON, or with a picture the form that Discord documents: `payload_json` and `files[0]`. */
function bodyOf(content: string, picture: Buffer | null): { readonly type: string; readonly body: Buffer } {
  // Names in it mention no member.
  const json = JSON.stringify({ content, allowed_mentions: { parse: [] } });
  if (picture === null) return { type: 'application/json', body: Buffer.from(json) };
  const boundary = randomUUID();
  const part = (disposition: string, type: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="payload_json"', 'application/json')}${json}\r\n`),
    Buffer.from(part('name="files[0]"; filename="pitboard.png"', 'image/png')),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** The fields of an error that Discord documents. */
function detailOf({ status, headers, text }: Extract<Posted, { kind: 'answered' }>) {
  const fields = fieldsOf(parseJson(text));
  const errorCode = typeof fields.code === 'number' ? { errorCode: fields.code } : {};
  if (status !== 429) return errorCode;
  // Without a body the limit is that of the network in front of Discord, for all requests of this server.
  const seconds = [fields.retry_after, headers['retry-after']].map(Number).find((value) => value >= 0);
  const isGlobal = fields.global === true || fields.retry_after === undefined;
  return { ...errorCode, ...(seconds === undefined ? {} : { retryAfter: seconds }), isGlobal };
}
