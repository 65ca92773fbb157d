import type { AnswersOf } from '../calls.ts';
import { Health, ServerConfig } from '../config.ts';

/** Answers of calls about the server. */
export const answers = {
  getConfig: ServerConfig,
  getHealth: Health,
} satisfies AnswersOf<'config'>;
