import { paramNamesOf } from '#contract/api/address';
import { scopeOf } from '#contract/api/token-scopes';
import { type CallName, callOf, nameOf, type SocketCallName, servedCalls } from '#contract/calls/by-name';
import type { Call } from '#contract/calls/call';
import { publishLive } from '#contract/calls/live';
import { Uuid } from '#contract/values/values';
import { ContractComments } from './contract-comments.ts';
import { problemOf, problemResponses, responsesOf } from './open-api-responses.ts';
import { type Json, namedSchemas, parameterSchema, queryEntries, schemaOf } from './open-api-schemas.ts';

/** The groups of calls: the segment of the path after `/api/`, the name of the group, and what is in it. */
const groups: Readonly<Record<string, readonly [name: string, description: string]>> = {
  League: ['Leagues', 'Leagues, their pictures and their messages to Discord.'],
  Seasons: ['Seasons', 'Seasons with their events, standings, rosters and rulings.'],
  Sessions: ['Sessions', 'Recorded sessions: practice, qualifying, sprints and races.'],
  LiveSession: ['Live', 'Sessions that are under way. /downloads/live.md describes the messages.'],
  Recorders: ['Recorders', 'Programs that record the game and publish for a user.'],
  Tracks: ['Tracks', 'Outlines of tracks.'],
  Search: ['Search', 'The search over everything that is public.'],
  Profile: ['Users', 'Public profiles.'],
  Account: ['Account', 'The account of the caller.'],
  server: ['Server', 'The server itself.'],
};

function tagOf(path: string): string {
  const [name] = groups[path.split('/')[2] ?? ''] ?? groups['server'] ?? [];
  return name ?? '';
}

const groupNames = Object.keys(groups);

/** Calls are in the order of the groups, and those of a group in that of their paths. */
function orderOf({ path }: Call): number {
  const index = groupNames.indexOf(path.split('/')[2] ?? '');
  return index < 0 ? groupNames.length : index;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

const introduction = `Times are whole milliseconds where nothing else is said, and instants are ISO 8601 in UTC. Every field has its
unit. A session has its result as classification, in order and with the times that count: totalRaceTime is without penalties.

- A response may get new fields at any time: ignore those that you do not know. A request with an unknown field is refused.
- Numbers with names (Track, SessionType and others) are in the schemas, with x-enum-varnames for generators.
- A refusal is problem details (application/problem+json) with the refused values in \`errors\`.
- Send If-None-Match with the ETag of your copy: 304 means that it is still valid.
- What is public needs no token. 429 and 503 say in Retry-After when to come back.`;

/** The OpenAPI 3.1 document of all calls, without the address and the version of a server. The words are the comments of the contract. */
export function describeApi(): Json {
  const comments = new ContractComments();
  const paths: Record<string, Json> = {};
  const inOrder = servedCalls().sort(
    ([, one], [, other]) => orderOf(one) - orderOf(other) || compare(one.path, other.path),
  );
  for (const [, call] of inOrder) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: toOperation(call, comments) };
  }
  for (const name of Object.keys(sockets) as SocketCallName[]) {
    const call = callOf(name);
    paths[call.path] = { get: toSocket(name, call, comments) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pitboard',
      summary: 'Race sessions, live timing, leagues and seasons',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.values(groups).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...otherPaths },
    components: {
      schemas: namedSchemas(comments),
      responses: problemResponses(),
      headers: {
        ETag: {
          description: 'The version of this response, for If-None-Match and If-Match.',
          schema: { type: 'string' },
        },
        RetryAfter: { description: 'When to come back, in s.', schema: { type: 'integer', minimum: 0 } },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a signed-in user.' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token that a user has made for a program in the settings. Its scope is read or write.',
        },
      },
    },
  };
}

const objectAnswer = (description: string): Json => ({
  200: { description, content: { 'application/json': { schema: { type: 'object' } } } },
  431: { description: 'The headers of the request are too large' },
});

/** Paths that are not calls of the contract. */
const otherPaths: Record<string, Json> = {
  '/api/openapi.json': {
    get: {
      operationId: 'getOpenApi',
      summary: 'This document',
      tags: [tagOf('')],
      security: [],
      responses: objectAnswer('An OpenAPI 3.1 document'),
    },
  },
  '/auth/v1/.well-known/jwks.json': {
    get: {
      operationId: 'getSigningKeys',
      summary: 'The public keys that verify tokens of this server',
      tags: [tagOf('')],
      security: [],
      responses: objectAnswer('A JSON Web Key Set'),
    },
  },
};

function toOperation(call: Call, comments: ContractComments): Json {
  const { access, body } = call;
  const scope = scopeOf(call);
  const { parameters, ...named } = namedOf(nameOf(call), call, comments);
  return {
    ...named,
    // A token is optional where everybody may call: its user may see more.
    security: [
      ...(access === 'public' ? [{}] : []),
      { bearer: [] },
      ...(scope === null ? [] : [{ apiToken: [scope] }]),
    ],
    parameters: [...parameters, ...headerParameters(call)],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } } : {}),
    responses: responsesOf(named.operationId, call, named.summary),
  };
}

const viewing = 'A viewer gets hello and a snapshot, then changes; a ping when there are none, and ended at last.';

/** The messages on the connection of a socket. */
const sockets: Readonly<Record<SocketCallName, string>> = {
  publishLive:
    'A recorder sends auth with the token of its registration, then a snapshot, numbered patches and an end.',
  watchLive: `${viewing} It may send resync.`,
  watchUserLive: `${viewing} It may send resync. The session is the one that the user has registered last.`,
};

/** What all calls have: a name, a place in the document, and the parameters of their address. */
function namedOf(operationId: CallName, call: Call, comments: ContractComments) {
  const summary = (comments.wordsOf(operationId) ?? '').replace(/\.$/, '');
  const described = new Map(['params', 'query'].flatMap((part) => [...comments.fieldsOf(operationId, part)]));
  const inPath = paramNamesOf(call).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: described.get(name) ?? idWords(call, name),
    schema: parameterSchema(call.params?.[name] ?? Uuid),
  }));
  const inQuery = (call.query === undefined ? [] : queryEntries(call.query)).map(([name, schema, required]) => ({
    name,
    in: 'query',
    required,
    description: described.get(name),
    schema,
  }));
  return { operationId, summary, tags: [tagOf(call.path)], parameters: [...inPath, ...inQuery] as Json[] };
}

/** The entity of `{id}` in the paths of a group; any other id has the name of its entity. */
const ids: Readonly<Record<string, string>> = {
  LiveSession: 'live session',
  Recorders: 'recorder',
  Seasons: 'season',
  Sessions: 'session',
};

function idWords({ path }: Call, name: string): string {
  const entity = path.includes('/user/{id}') ? 'user' : ids[path.split('/')[2] ?? ''];
  return `The id of the ${name === 'id' ? entity : name.replace(/Id$/, '')}.`;
}

/** The request that opens a WebSocket. */
function toSocket(operationId: SocketCallName, call: Call, comments: ContractComments): Json {
  const upgrade = { schema: { type: 'string', const: 'websocket' } };
  const faults: Record<string, string> = {
    400: 'The id or the query is wrong',
    ...(call === publishLive ? { 403: 'The request is that of a page of another site' } : {}),
    426: 'The request opens no WebSocket',
    503: 'There are too many connections: come back after Retry-After',
  };
  const { parameters, ...named } = namedOf(operationId, call, comments);
  return {
    ...named,
    description: `${sockets[operationId]} Messages are JSON in text frames; /downloads/live.md describes each, and the codes that close the connection.`,
    security: [],
    parameters: [
      ...parameters,
      headerParameter('Upgrade', 'websocket, as every WebSocket client sends it', true),
      headerParameter(
        'Origin',
        call === publishLive
          ? 'None, or that of this server'
          : 'Any for a public session; that of this server for a private one',
      ),
    ],
    responses: {
      101: { description: 'The connection is a WebSocket now', headers: { Upgrade: upgrade } },
      ...Object.fromEntries(Object.entries(faults).map(([status, why]) => [status, problemOf(why)])),
      default: problemOf('The connection is not opened'),
    },
  };
}

function headerParameter(name: string, description: string, required = false): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

function headerParameters({ method, access, headers = {}, isSecret }: Call): Json[] {
  return [
    ...(method === 'GET'
      ? [headerParameter('If-None-Match', 'The ETag of a cached response: 304 while it is valid')]
      : []),
    ...(access === 'owner' || typeof access === 'object'
      ? [headerParameter('If-Match', 'The ETag that the change is based on: 412 when it is outdated')]
      : []),
    ...Object.entries(headers).map(([name, description]) => headerParameter(name, description)),
    ...(method !== 'GET' && !isSecret
      ? [headerParameter('Idempotency-Key', 'Makes repeating this request harmless for 24 hours')]
      : []),
  ];
}
