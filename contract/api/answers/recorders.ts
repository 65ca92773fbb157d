import * as v from 'valibot';
import { LiveRegistration } from '../../entities/live-registration.ts';
import { PairedRecorder, PairingCode, Recorder } from '../../entities/recorder.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about recorders. */
export const answers = {
  registerLive: LiveRegistration,
  createPairingCode: PairingCode,
  pairRecorder: PairedRecorder,
  listRecorders: v.array(Recorder),
} satisfies AnswersOf<'recorders'>;
