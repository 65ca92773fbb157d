import type { CallName } from '#contract/calls/by-name';
import type { TestServer } from '../../server/tests/support/open-test-server.ts';

/** The most entries of a list in an example, and the most points of an outline. */
const longest = 2;

/** Shortens lists, and gives ids in the order in which they occur: those of the demo are new each time. */
function toExample(value: unknown, ids: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.slice(0, longest).map((item) => toExample(item, ids));
  if (typeof value === 'string')
    return value.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => idOf(id, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toExample(inner, ids)]));
}

function idOf(id: string, ids: Map<string, string>): string {
  const given = ids.get(id) ?? `01900000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
  ids.set(id, given);
  return given;
}

/** The answers of a server with the demo to public reads, as examples for the OpenAPI document. */
export async function createExamples(server: TestServer): Promise<Partial<Record<CallName, unknown>>> {
  const leagues = await server.get('listLeagues');
  const [league] = leagues.leagues;
  const seasonId = league?.seasonIds[0] ?? '';
  const season = await server.get('getSeason', { params: { id: seasonId } });
  const { session } = season.events[0]?.sessions.at(-1) ?? {};
  const params = { id: seasonId };
  const examples: Partial<Record<CallName, unknown>> = {
    listLeagues: leagues,
    getLeague: await server.get('getLeague', { params: { leagueId: league?.id ?? '' } }),
    listLeagueSeasons: await server.get('listLeagueSeasons'),
    getLeagueRecords: await server.get('getLeagueRecords', { params: { leagueId: league?.id ?? '' } }),
    listSeasons: await server.get('listSeasons'),
    getSeason: season,
    listRevisions: await server.get('listRevisions', { params }),
    listSessions: await server.get('listSessions'),
    getSession: await server.get('getSession', { params: { id: session?.id ?? '' } }),
    listSessionWeekend: await server.get('listSessionWeekend', { params: { sessionId: session?.id ?? '' } }),
    getProfile: await server.get('getProfile', { params: { userId: season.ownerId } }),
    search: await server.get('search', { query: { q: 'night' } }),
    getHealth: await server.get('getHealth'),
  };
  const ids = new Map<string, string>();
  return toExample(examples, ids) as Partial<Record<CallName, unknown>>;
}
