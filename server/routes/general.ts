import type { ServerConfig } from '#contract/config';
import { getHealth } from '../domain/health.ts';
import { getProfile } from '../domain/profiles.ts';
import { search } from '../domain/search.ts';
import type { Env } from '../env.ts';
import type { Handlers } from './router.ts';

/** Search, profiles, and what the app asks of the server itself. */
export function generalHandlers(
  env: Env,
  version: string,
): Pick<Handlers, 'search' | 'getProfile' | 'getConfig' | 'getHealth'> {
  const config: ServerConfig = {
    publicUrl: env.publicUrl,
    communityUrl: env.communityUrl,
    downloadUrl: env.downloadUrl,
    analyticsId: env.analyticsId,
    supabaseUrl: env.supabase?.url ?? null,
    supabasePublishableKey: env.supabase?.publishableKey ?? null,
    operator: env.operator,
    demo: env.demo,
  };
  return {
    search: async (context, { query }) => ({ value: await search(context, query.q) }),
    getProfile: async (context, { params }) => ({ value: await getProfile(context, params.userId) }),
    getConfig: async () => ({ value: config }),
    getHealth: async (context) => ({ value: await getHealth(context, version) }),
  };
}
