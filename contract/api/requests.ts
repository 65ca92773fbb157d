// One piece: the table of the requests of all calls.
import * as v from 'valibot';
import { defaultPageSize, imageBodyLimit, maximumPageSize, sessionBodyLimit } from '../constants.ts';
import { WeekendId } from '../entities/session.ts';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { PageKey } from '../values/page-key.ts';
import { text } from '../values/text-values.ts';
import { queryList, queryNumber, Uuid } from '../values/values.ts';
import {
  AliasesUpdate,
  ApiTokenCreate,
  ClaimCreate,
  DriverUpdate,
  EventCreate,
  EventOrder,
  EventSessionsAdd,
  EventsCreate,
  EventUpdate,
  LeagueCreate,
  LeagueUpdate,
  RecorderPairing,
  RevisionCreate,
  RosterUpdate,
  RulingsCreate,
  ScoringUpdate,
  SeasonCreate,
  SeasonUpdate,
  SessionScoring,
  SessionUpdate,
  SessionUpload,
  StandingsPreview,
  TeamAliasesUpdate,
  TeamColoursUpdate,
  ThumbnailUpdate,
  WebhookUpdate,
} from './bodies.ts';
import type { Call } from './call.ts';
import { type CallName, calls } from './calls.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** The access to a call: anyone, any signed-in user, or the owner of the entity alone. */
type Access = 'public' | 'member' | 'owner';

/** The request of one call, as a server needs to know it. */
export interface CallRequest {
  readonly access: Access;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Bytes; the default is `bodyLimit` of constants.ts. */
  readonly bodyLimit?: number;
  /** Statuses that the call answers with problem details, besides 400 and 5xx. */
  readonly problems?: readonly number[];
  /** Headers of this call besides those of every call, with their purpose. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The token of a recorder may make it too; every other call refuses that. */
  readonly isForRecorders?: true;
  /** The answer holds a secret: it is stored neither for repeated requests nor by caches. */
  readonly isSecret?: true;
  /** Schemas of path parameters that are not a UUID. */
  readonly params?: Readonly<Record<string, v.GenericSchema<string, unknown>>>;
}

const page = v.optional(queryNumber(0, 1_000_000), '0');
const pageSize = v.optional(queryNumber(1, maximumPageSize), String(defaultPageSize));
const after = v.optional(PageKey);
const Page = v.object({ page, after });
const Paging = v.object({ page, pageSize, after });

/** A number of an enumeration, sent as text. */
function enumerated<const Output extends number>(schema: v.GenericSchema<Output>) {
  return v.pipe(v.string(), v.regex(/^-?\d{1,3}$/, 'must be a number'), v.transform(Number), schema);
}

const OwnSeasonsQuery = v.object({
  page,
  pageSize,
  after,
  /** Only seasons with this session in one of their events. */
  SessionId: v.optional(Uuid),
});

const OwnSessionsQuery = v.object({
  page,
  pageSize,
  after,
  TrackIds: v.optional(queryList(enumerated(TrackNumber), 64), []),
  SessionTypes: v.optional(queryList(enumerated(SessionTypeNumber), 64), []),
  /** Sessions that are attached to no event, or with drivers that have no name of their own. */
  Without: v.optional(v.picklist(['event', 'names'])),
});

/** The number of a track, written in one way. */
const TrackId = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d?)$/, 'must be the number of a track'),
  v.transform(Number),
  TrackNumber,
);

/** The number of official standings, written in one way. */
const RevisionNumber = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,2}$/, 'must be the number of official standings'),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(999),
);

const sessionKey = { 'X-Session-Key': 'The key of a private session' };
const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

const LiveView = v.object({
  view: v.optional(v.picklist(['table', 'full']), 'full'),
  format: v.optional(v.picklist(['binary', 'json']), 'binary'),
  snapshot: v.optional(v.picklist(['whole', 'parts']), 'whole'),
  since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{1,10}$/))),
  ticket: v.optional(v.pipe(v.string(), v.maxLength(200))),
  key: v.optional(Key),
});

/** Wide for previews of links, tall for chats. `v` only makes addresses differ. */
const picture = {
  shape: v.optional(v.picklist(['wide', 'tall']), 'wide'),
  v: v.pipe(
    v.optional(v.string()),
    v.transform(() => undefined),
  ),
};

/** Between the cells of a table. */
const csv = { separator: v.optional(v.picklist(['comma', 'semicolon']), 'comma') };

/** The result of the game, or of a season by its id; absent: as the page of the session shows it. */
const shownResult = { result: v.optional(v.union([v.literal('game'), Uuid])) };

/** The request of every call in calls.ts: a name that is missing here, or has no call, is a type error. */
export const requests = {
  listLeagues: { access: 'public' },
  createLeague: { access: 'member', body: LeagueCreate, bodyLimit: imageBodyLimit, problems: [401, 409, 413, 422] },
  getLeague: { access: 'public', problems: [404] },
  deleteLeague: { access: 'owner', problems: [401, 403, 404, 412] },
  updateLeague: { access: 'owner', body: LeagueUpdate, problems: [401, 403, 404, 412] },
  addLeagueSeason: { access: 'owner', problems: [401, 403, 404, 412] },
  removeLeagueSeason: { access: 'owner', problems: [401, 403, 404, 412] },
  setThumbnail: {
    access: 'owner',
    body: ThumbnailUpdate,
    bodyLimit: imageBodyLimit,
    problems: [401, 403, 404, 412, 413],
  },
  getThumbnail: { access: 'public', query: v.object({ v: v.optional(v.string()) }), problems: [404] },
  getLeaguePicture: { access: 'public', query: v.object(picture) },
  deleteThumbnail: { access: 'owner', problems: [401, 403, 404, 412] },
  listUserLeagues: { access: 'public' },
  pageUserLeagues: { access: 'public', query: Paging },
  listLeagueSeasons: { access: 'public' },
  getLeagueRecords: { access: 'public', problems: [404] },
  getLeagueDriver: { access: 'public', query: v.object({ driver: text(200) }), problems: [404] },

  getWebhook: { access: 'owner', problems: [401, 403, 404] },
  updateWebhook: { access: 'owner', body: WebhookUpdate, problems: [401, 403, 404, 422] },
  deleteWebhook: { access: 'owner', problems: [401, 403, 404] },
  testWebhook: { access: 'owner', problems: [401, 403, 404, 409, 422] },
  resendDelivery: { access: 'owner', problems: [401, 403, 404, 409, 422] },

  registerLive: {
    access: 'member',
    query: v.object({
      key: v.optional(Key),
      useTcp: v.optional(v.picklist(['true', 'false'])),
      delaySeconds: v.optional(queryNumber(0, 180), '0'),
    }),
    headers: sessionKey,
    isForRecorders: true,
    isSecret: true,
    problems: [401, 403, 409],
  },
  listLive: { access: 'public' },
  getLive: { access: 'public', headers: sessionKey, problems: [404] },
  listUserLive: { access: 'public' },
  createTicket: { access: 'public', headers: sessionKey, isSecret: true, problems: [403, 404] },
  publishLive: { access: 'public' },
  watchLive: { access: 'public', query: LiveView },
  watchUserLive: { access: 'public', query: LiveView },

  createPairingCode: { access: 'member', isSecret: true, problems: [401, 403, 422] },
  pairRecorder: { access: 'public', body: RecorderPairing, isSecret: true, problems: [404, 422] },
  listRecorders: { access: 'member', problems: [401] },
  deleteRecorder: { access: 'owner', problems: [401, 403, 404] },

  listSeasons: { access: 'public' },
  createSeason: { access: 'member', body: SeasonCreate, problems: [401, 409, 422] },
  updateSeason: { access: 'owner', body: SeasonUpdate, problems: [401, 403, 404, 412] },
  getSeason: { access: 'public', problems: [404] },
  deleteSeason: { access: 'owner', problems: [401, 403, 404, 412] },
  listUserSeasons: { access: 'public' },
  pageOwnSeasons: { access: 'member', query: OwnSeasonsQuery, problems: [401] },
  addEvent: { access: 'owner', body: EventCreate, problems: [401, 403, 404, 412, 422] },
  addEvents: { access: 'owner', body: EventsCreate, problems: [401, 403, 404, 412] },
  updateEvent: { access: 'owner', body: EventUpdate, problems: [401, 403, 404, 412] },
  orderEvents: { access: 'owner', body: EventOrder, problems: [401, 403, 404, 412, 422] },
  deleteEvent: { access: 'owner', problems: [401, 403, 404, 412] },
  addEventSession: { access: 'owner', problems: [401, 403, 404, 412] },
  removeEventSession: { access: 'owner', problems: [401, 403, 404, 412] },
  setSessionScoring: { access: 'owner', body: SessionScoring, problems: [401, 403, 404, 412] },
  addEventSessions: { access: 'owner', body: EventSessionsAdd, problems: [401, 403, 404, 412] },
  updateScoring: { access: 'owner', body: ScoringUpdate, problems: [401, 403, 404, 412] },
  setAliases: { access: 'owner', body: AliasesUpdate, problems: [401, 403, 404, 412] },
  setRoster: { access: 'owner', body: RosterUpdate, problems: [401, 403, 404, 412, 422] },
  setTeamAliases: { access: 'owner', body: TeamAliasesUpdate, problems: [401, 403, 404, 412] },
  setTeamColours: { access: 'owner', body: TeamColoursUpdate, problems: [401, 403, 404, 412] },
  listRecordedDrivers: { access: 'owner', problems: [401, 403, 404] },
  /** Its owner sees all claims of a season, others their own. */
  listClaims: { access: 'member', problems: [401, 404] },
  claimDriver: { access: 'member', body: ClaimCreate, problems: [401, 404, 409, 422] },
  confirmClaim: { access: 'owner', problems: [401, 403, 404, 409] },
  deleteClaim: { access: 'member', problems: [401, 404] },
  listDrivenSeasons: { access: 'public', query: v.object({ owner: v.optional(v.picklist(['any', 'others']), 'any') }) },
  getDriverRecord: { access: 'public' },
  addRuling: { access: 'owner', body: RulingsCreate, problems: [401, 403, 404, 412, 422] },
  withdrawRuling: { access: 'owner', problems: [401, 403, 404, 412] },
  previewStandings: { access: 'owner', body: StandingsPreview, problems: [401, 403, 404, 412, 422] },
  createRevision: { access: 'owner', body: RevisionCreate, problems: [401, 403, 404, 409, 412, 422] },
  withdrawRevision: {
    access: 'owner',
    params: { number: RevisionNumber },
    problems: [401, 403, 404, 409, 412],
  },
  listRevisions: { access: 'public', problems: [404] },
  getSeasonCsv: {
    access: 'public',
    query: v.object({ table: v.optional(v.picklist(['drivers', 'teams', 'results']), 'drivers'), ...csv }),
    problems: [404],
  },
  getSeasonPicture: {
    access: 'public',
    query: v.object({
      ...picture,
      /** What it shows; a session is named by its id. */
      of: v.optional(v.union([v.picklist(['drivers', 'teams', 'fight']), Uuid]), 'drivers'),
    }),
  },
  getCalendar: { access: 'public', problems: [404] },

  listSessions: { access: 'public' },
  /** `replace`: the upload takes the place of a stored version of the session, with If-Match only of that version. */
  createSession: {
    access: 'member',
    query: v.object({ replace: v.optional(v.picklist(['true', 'false'])) }),
    headers: sessionKey,
    body: SessionUpload,
    bodyLimit: sessionBodyLimit,
    isForRecorders: true,
    problems: [401, 403, 409, 412, 413, 422],
  },
  getSession: { access: 'public', headers: sessionKey, problems: [404] },
  getSessionCsv: {
    access: 'public',
    headers: sessionKey,
    query: v.object({ ...csv, ...shownResult }),
    problems: [404],
  },
  getSessionPicture: { access: 'public', headers: sessionKey, query: v.object({ ...picture, ...shownResult }) },
  renameDriver: {
    access: 'owner',
    body: DriverUpdate,
    params: { carIndex: v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'must be the index of a car')) },
    problems: [401, 403, 404, 412],
  },
  updateSession: { access: 'owner', body: SessionUpdate, problems: [401, 403, 404, 412] },
  /** The caller's sessions that were public before sessions could be private. */
  decideSessions: { access: 'member', body: SessionUpdate, problems: [401] },
  deleteSession: { access: 'owner', problems: [401, 403, 404, 412] },
  listSessionVersions: { access: 'owner', problems: [401, 403, 404] },
  getSessionVersion: { access: 'owner', problems: [401, 403, 404] },
  restoreSession: { access: 'owner', problems: [401, 403, 404, 412, 422] },
  pageSessions: { access: 'member', query: Page, problems: [401] },
  listOwnSessions: { access: 'member', query: OwnSessionsQuery, problems: [401] },
  pageUserSessions: { access: 'public', query: Page },
  listSessionWeekend: { access: 'public', headers: sessionKey, problems: [404] },
  listWeekend: { access: 'public', params: { weekendId: WeekendId } },
  filterSessions: { access: 'public', query: v.object({ filters: v.optional(text(500), '') }) },

  getOutline: {
    access: 'public',
    params: { trackId: TrackId },
    query: v.object({ userId: v.optional(Uuid) }),
  },

  search: { access: 'public', query: v.object({ q: text(200) }) },
  getProfile: { access: 'public', problems: [404] },
  checkUsername: { access: 'member', query: v.object({ username: text(200) }), problems: [401] },
  exportAccount: { access: 'member', problems: [401] },
  getUsage: { access: 'member', problems: [401] },
  getTasks: { access: 'member', problems: [401] },
  listDeletions: { access: 'member', problems: [401] },
  undoDeletion: { access: 'member', problems: [401, 404, 409] },
  setAvatar: { access: 'member', body: ThumbnailUpdate, bodyLimit: imageBodyLimit, problems: [401, 413, 422] },
  deleteAvatar: { access: 'member', problems: [401] },
  getAvatar: { access: 'public', query: v.object({ v: v.optional(v.string()) }), problems: [404] },
  deleteAccount: { access: 'member', problems: [401, 403] },
  listApiTokens: { access: 'member', problems: [401] },
  createApiToken: { access: 'member', body: ApiTokenCreate, isSecret: true, problems: [401, 403, 422] },
  deletePrograms: { access: 'member', problems: [401] },
  deleteApiToken: { access: 'owner', problems: [401, 403, 404] },
  getConfig: { access: 'public' },
  getHealth: { access: 'public' },
} as const satisfies Record<CallName, CallRequest>;

type Requests = typeof requests;

/** The parsed query of a call. */
export type QueryOf<Name extends CallName> = Requests[Name] extends { query: infer Query extends Schema }
  ? v.InferOutput<Query>
  : undefined;
/** The body of a call, as it is sent. */
export type BodyOf<Name extends CallName> = Requests[Name] extends { body: infer Body extends Schema }
  ? v.InferInput<Body>
  : undefined;
/** The parsed body of a call, with defaults filled in. */
export type ParsedBodyOf<Name extends CallName> = Requests[Name] extends { body: infer Body extends Schema }
  ? v.InferOutput<Body>
  : undefined;

/** A call with its request. */
export type Endpoint = Call & CallRequest;

/** Both halves of a call. */
export function endpointOf(name: CallName): Endpoint {
  return { ...calls[name], ...requests[name] };
}

/** Every call that is answered over HTTP; the others are sockets. */
export function servedEndpoints(): [name: CallName, endpoint: Endpoint][] {
  return (Object.keys(calls) as CallName[])
    .map((name): [CallName, Endpoint] => [name, endpointOf(name)])
    .filter(([, { isSocket }]) => isSocket === undefined);
}

/** The schema of a path parameter. */
export function paramSchemaOf(request: CallRequest, name: string): v.GenericSchema<string, unknown> {
  return request.params?.[name] ?? Uuid;
}
