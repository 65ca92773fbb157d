import * as v from 'valibot';
import { PairedRecorder, PairingCode, Recorder } from '../../entities/recorder.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about recorders. */
export const answers = {
  createPairingCode: PairingCode,
  pairRecorder: PairedRecorder,
  listRecorders: v.array(Recorder),
} satisfies AnswersOf<'recorders'>;
