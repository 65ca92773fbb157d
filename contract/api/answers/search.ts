import type { AnswersOf } from '../calls.ts';
import { SearchResult } from '../search.ts';

/** Answers of calls about the search. */
export const answers = {
  search: SearchResult,
} satisfies AnswersOf<'search'>;
