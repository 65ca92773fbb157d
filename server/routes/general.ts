import type { ServerConfig } from '#contract/api/config';
import { calls } from '#contract/calls/by-name';
import { Track } from '#contract/enumerations';
import { getHealth } from '../domain/health.ts';
import { outlineOf } from '../domain/outlines.ts';
import { getProfile } from '../domain/profiles.ts';
import { search } from '../domain/search.ts';
import type { Env } from '../settings/env.ts';
import type { Storage } from '../storage/open-storage.ts';
import { handle } from './handlers.ts';

/** The Supabase client requires a key and sends it with every request. The embedded sign-in ignores it. */
const publishableKey = 'pitboard';

/** The recorder as one file, which is built with the app, and as a program of Windows, which is not built everywhere. */
const recorderFile = '/downloads/pitboard-recorder.mjs';
const windowsFile = '/downloads/pitboard-recorder.exe';

interface GeneralOptions {
  readonly env: Env;
  readonly storage: Storage;
  readonly version: string;
  readonly hasWindowsRecorder: boolean;
}

/** Handlers of search, profiles, settings and health. */
export function generalHandlers({ env, storage, version, hasWindowsRecorder }: GeneralOptions) {
  const config: ServerConfig = {
    version,
    publicUrl: env.publicUrl,
    communityUrl: env.communityUrl,
    downloadUrl: recorderFile,
    windowsDownloadUrl: hasWindowsRecorder ? windowsFile : null,
    analyticsId: env.analyticsId,
    auth: {
      url: env.supabase?.url ?? env.publicUrl,
      publishableKey: env.supabase?.publishableKey ?? publishableKey,
      isEmbedded: env.supabase === null,
      isSignUpOpen: env.supabase !== null || env.auth.isSignUpOpen,
      hasPhone: env.supabase === null && env.auth.smsHookUrl !== null,
      hasMail: env.supabase !== null || env.auth.smtpUrl !== null || env.auth.hasOutbox,
      hasOutbox: env.supabase === null && env.auth.hasOutbox,
    },
    operator: env.operator,
    demo: env.demo,
  };
  return [
    handle(calls.search, async (context, { query }) => ({ value: await search(context, query.q) })),
    handle(calls.getOutline, async (_, { params }) => ({ value: outlineOf(toTrack(params.trackId)) })),
    handle(calls.getProfile, async (context, { params }) => ({ value: await getProfile(context, params.userId) })),
    handle(calls.getConfig, async () => ({ value: config })),
    handle(calls.getHealth, async (context) => ({ value: await getHealth(context, storage, version) })),
  ];
}

/** The track of a number that the contract has checked. */
function toTrack(number: string): Track {
  return Object.values(Track).find((track) => track === Number(number)) ?? Track.Unknown;
}
