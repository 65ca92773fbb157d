import { AccountExport, Availability, Avatar, StillPublicSessions, Tasks } from '../../entities/account.ts';
import { ApiToken, NewApiToken } from '../../entities/api-token.ts';
import { Deletion } from '../../entities/deletion.ts';
import { Profile } from '../../entities/profile.ts';
import { Amount, Usage } from '../../entities/usage.ts';
import { ApiTokenCreate } from '../bodies.ts';
import { Health, ServerConfig } from '../config.ts';
import { FieldError, Problem } from '../problem.ts';
import { SearchResult } from '../search.ts';
import { describeObject } from './component.ts';
import { league } from './leagues.ts';
import { claim } from './seasons.ts';
import { session } from './sessions.ts';

const apiToken = {
  id: 'The id of the token, to delete it.',
  name: 'The name of the program, for its owner.',
  scope: 'read: what its owner may see; write: also changes of leagues, seasons and sessions.',
  createdAt: 'When it was made.',
  lastSeenAt: 'When it was last used, to the minute; null before.',
};
const exported = AccountExport.entries;
const { unattached, unnamed, provisional, deleted, overdue, claims } = Tasks.entries;
const total = 'All of them; the list has the newest ten.';
const sessions = 'The newest ten.';

/** The account of the caller, profiles, the search and the server. */
export const accountComponents = {
  Profile: describeObject(Profile, 'The public profile of a user.', {
    id: 'The id of the user.',
    username: 'The name of the user; null without one.',
    avatar_url:
      'The address of their picture: a path of this server, or the address that a Supabase project has. Null without one.',
  }),
  Availability: describeObject(Availability, 'Whether a username can be chosen.', {
    available: 'Whether it can.',
    reason: 'Why not, in words; null where it can.',
  }),
  Deletion: describeObject(Deletion, 'Something that its owner has deleted, and can restore.', {
    id: 'Its id.',
    kind: 'What it was.',
    entityId: 'The same id.',
    seasonId: 'The season of an event; null otherwise.',
    name: 'Its name.',
    deletedAt: 'When it was deleted.',
    undoUntil: 'Until when it can be restored.',
  }),
  Amount: describeObject(Amount, 'How much of something an account has, and can have.', {
    used: 'How much it has.',
    limit: 'How much it can have.',
  }),
  Usage: describeObject(Usage, 'What the caller has stored.', {
    sessions: 'Sessions.',
    bytes: 'The bytes of those sessions, with the versions that can be restored.',
    leagues: 'Leagues.',
    seasons: 'Seasons.',
  }),
  ApiToken: describeObject(ApiToken, 'A token that the caller has made for a program.', apiToken),
  NewApiToken: describeObject(NewApiToken, 'A token that was just made.', {
    ...apiToken,
    token: 'The token, for the Authorization header: shown this once.',
  }),
  ApiTokenCreate: describeObject(ApiTokenCreate, 'A token to make.', { name: apiToken.name, scope: apiToken.scope }),
  Avatar: describeObject(Avatar, 'An uploaded picture.', { avatar_url: 'Its address.' }),
  ExportedLeague: describeObject(exported.leagues.item, 'A league in an export.', {
    ...league,
    hasWebhook: 'Whether it has a Discord webhook.',
    webhook: 'What is sent by it; null without one.',
  }),
  ExportedVersion: describeObject(exported.sessions.item.entries.versions.item, 'A version of a session.', {
    id: 'The id of the version.',
    storedAt: 'When it was put aside.',
    address: 'Where it is whole.',
  }),
  ExportedSession: describeObject(exported.sessions.item, 'A session in an export.', {
    ...session,
    address: 'Where it is whole.',
    versions: 'Its versions that were replaced or not used.',
  }),
  AccountExport: describeObject(
    AccountExport,
    'Everything that this server stores about a user, except passwords and tokens.',
    {
      exportedAt: 'When it was made.',
      profile: 'The public profile; null before a username was chosen.',
      picture: 'The uploaded picture as a data: URL; null without one.',
      account:
        'The addresses, times, metadata and logins, in the shape of the server; null where sign-in is hosted elsewhere.',
      leagues: 'The leagues of the user.',
      seasons: 'The seasons of the user.',
      claims: 'The drivers of seasons that the user has said to be.',
      sessions: 'The sessions of the user.',
      recorders: 'The recorders that are connected.',
      tokens: 'The tokens for programs, without their text.',
      outlines: 'The tracks that the user’s recorders have drawn.',
      deletions: 'The sessions, events and seasons that the user has deleted, and can restore.',
      deletedLeagues: 'The leagues that the user has deleted, and can restore.',
    },
  ),
  UnattachedSessions: describeObject(unattached, 'Own sessions that are attached to no event.', { total, sessions }),
  UnnamedDriver: describeObject(
    unnamed.entries.sessions.item.entries.drivers.item,
    'A driver that has no name of their own.',
    { carIndex: 'The car.', name: 'The name that the game gave, such as Player.' },
  ),
  UnnamedSession: describeObject(unnamed.entries.sessions.item, 'A session with drivers that have no name.', {
    session: 'The session.',
    drivers: 'Those drivers.',
  }),
  UnnamedSessions: describeObject(unnamed, 'Own sessions with drivers that have no name of their own.', {
    total,
    sessions,
  }),
  ProvisionalSeason: describeObject(provisional.entries.seasons.item, 'A season whose standings are not official.', {
    season: 'The season.',
    revision: 'The number of the latest official standings; null while there are none.',
  }),
  ProvisionalSeasons: describeObject(
    provisional,
    'Own seasons with results whose standings are not official, or have changed since.',
    { total, seasons: 'The newest ten.' },
  ),
  DeletedSession: describeObject(deleted.entries.sessions.item, 'A deleted session that an event had.', {
    seasonId: 'The season.',
    seasonName: 'The name of the season.',
    eventId: 'The event.',
    eventName: 'The name of the event; null: that of its track.',
    sessionId: 'The id that the session had.',
    trackId: 'The track.',
    sessionType: 'The type of the session.',
    sessionStartTime: 'When the session began.',
    deletedAt: 'When it was deleted.',
  }),
  DeletedSessions: describeObject(
    deleted,
    'Deleted sessions that events of own seasons had, until another one is attached or the standings are official.',
    { total, sessions },
  ),
  ClaimTask: describeObject(claims.wrapped.entries.claims.item, 'A claim that its season’s owner has not answered.', {
    ...claim,
    seasonName: 'The name of the season.',
    driverName: 'The name of the driver.',
  }),
  OverdueRound: describeObject(overdue.wrapped.entries.rounds.item, 'A round whose time is over without a race.', {
    seasonId: 'The season.',
    seasonName: 'The name of the season.',
    eventId: 'The event.',
    round: 'Its number in the season, from 1.',
    name: 'The name of the event; null for one that is named after its track.',
    track: 'The track.',
    startsAt: 'When it was to start.',
  }),
  OverdueTasks: describeObject(overdue.wrapped, 'Rounds whose time is over without a race.', {
    total: 'All of them.',
    rounds: 'The latest ten.',
  }),
  ClaimTasks: describeObject(claims.wrapped, 'Users who say to be a driver of an own season.', {
    total,
    claims: 'The newest ten.',
  }),
  StillPublicSessions: describeObject(
    StillPublicSessions,
    'Own sessions of private races and leagues that everybody sees until their owner has decided: they were public before sessions could be private.',
    { total, sessions: 'The newest ten.' },
  ),
  Tasks: describeObject(Tasks, 'What the caller has to do.', {
    unattached: 'Sessions that are attached to no event.',
    unnamed: 'Sessions with drivers that have no name.',
    provisional: 'Seasons whose standings are not official.',
    deleted: 'Deleted sessions that events had.',
    overdue: 'Rounds of own seasons whose time is over without a race.',
    claims: 'Users who say to be a driver.',
    stillPublic: 'Sessions of private races and leagues that everybody sees.',
  }),
  SearchResult: describeObject(SearchResult, 'What was found, best first, at most ten of each kind.', {
    leagues: 'Leagues.',
    seasons: 'Seasons.',
    sessions: 'Sessions.',
    users: 'Users.',
  }),
  AuthService: describeObject(
    ServerConfig.entries.auth,
    'The auth service: this server itself, or a Supabase project.',
    {
      url: 'Its address.',
      publishableKey: 'Its public key.',
      isEmbedded: 'Whether it is this server itself.',
      isSignUpOpen: 'Whether anybody can sign up.',
      hasPhone: 'Whether phone numbers can be used.',
      hasMail: 'Whether it sends e-mails. Without mail no password can be reset and no e-mail address confirmed.',
      hasOutbox: 'For development: e-mails are not sent but shown on /outbox.',
    },
  ),
  Operator: describeObject(ServerConfig.entries.operator, 'Who operates this server.', {
    name: 'A name; null where none is set.',
    address: 'A postal address; null where none is set.',
    email: 'An e-mail address; null where none is set.',
  }),
  ServerConfig: describeObject(ServerConfig, 'The settings of this server that the app needs.', {
    version: 'The version of the server, with the commit that a release was made from: 1.0.0+1a2b3c4d5e6f.',
    publicUrl: 'The address of this server.',
    communityUrl: 'Where its community is; null where none is set.',
    downloadUrl: 'Where the recorder is; null where none is set.',
    windowsDownloadUrl: 'What visitors with Windows download instead; null or absent where there is no such file.',
    analyticsId: 'The id for analytics; null where there are none.',
    auth: 'The auth service.',
    operator: 'Who operates this server.',
    demo: 'Whether this server has simulated data.',
  }),
  Health: describeObject(Health, 'The server answers.', {
    status: 'Always ok: any other answer means that something is wrong.',
    time: 'The server’s clock.',
    version: 'The version of the server.',
  }),
  FieldError: describeObject(FieldError, 'A refused value.', {
    path: 'Where it is, such as drivers.3.name.',
    message: 'Why it was refused.',
  }),
  Problem: describeObject(Problem, 'Problem details (RFC 9457), as application/problem+json.', {
    type: 'The kind of problem; about:blank where the status says it all.',
    title: 'The kind of problem in a few words.',
    status: 'The status of the response.',
    detail: 'What went wrong, in a sentence that can be shown.',
    instance: 'The path of the request.',
    errors: 'The values of the request that were refused.',
    code: 'For programs: reauthentication_needed where the user must log in again first. Absent or null for others.',
    current: 'The stored entity, in a 412: a client can merge its change and send it again.',
  }),
};
