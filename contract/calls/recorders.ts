import * as v from 'valibot';
import { RecorderPairing } from '../api/bodies.ts';
import { RecordingNames } from '../entities/line-up.ts';
import { LiveRegistration } from '../entities/live-registration.ts';
import { PairedRecorder, PairingCode } from '../entities/recorder.ts';
import { TrackNumber } from '../enumerations.ts';
import { Instant, queryNumber } from '../values/values.ts';
import { listRecorders } from './account.ts';
import { call } from './call.ts';
import { all, liveReads } from './changes.ts';
import { BooleanText, enumerated, Key, sessionKey } from './parameters.ts';

/** Register a live session, or take it over again. */
export const registerLive = call({
  method: 'POST',
  path: '/api/LiveSession/register/{id}',
  access: 'member',
  query: v.object({
    /** The key of a private session; one that is registered with a key is private. */
    key: v.optional(Key),

    /** true: publish over TCP instead of a WebSocket. */
    useTcp: v.optional(BooleanText),

    /** By how much everything that viewers see is delayed, in s. */
    delaySeconds: v.optional(queryNumber(0, 180), '0'),
  }),
  headers: sessionKey,
  answer: LiveRegistration,
  isForRecorders: true,
  isSecret: true,
  problems: [403, 409],
  changes: () => liveReads,
});

/** Get a code that connects a recorder to the account of the caller; the one before is no longer valid. */
export const createPairingCode = call({
  method: 'POST',
  path: '/api/Recorders/code',
  access: 'member',
  answer: PairingCode,
  isSecret: true,
  problems: [403, 422],
  changes: () => [],
});

/** Connect a recorder to the account that a code is of. */
export const pairRecorder = call({
  method: 'POST',
  path: '/api/Recorders/pair',
  access: 'public',
  body: RecorderPairing,
  answer: PairedRecorder,
  isSecret: true,
  problems: [404, 422],
  changes: () => all(listRecorders),
});

/** The names of the drivers of an event, for the cars of a recording at its track that begins within a day of it. */
export const getRecordingNames = call({
  method: 'GET',
  path: '/api/Recorders/names',
  access: 'member',
  query: v.object({
    /** The track. */
    trackId: enumerated(TrackNumber),
    /** When the recording began. */
    startedAt: Instant,
  }),
  answer: RecordingNames,
  isForRecorders: true,
});

/** Remove a recorder: its token is no longer valid. */
export const deleteRecorder = call({
  method: 'DELETE',
  path: '/api/Recorders/{id}',
  access: 'owner',
  problems: [403, 404],
  changes: () => [...all(listRecorders), ...liveReads],
});
