import type { Outcome } from '#contract/api/problem';
import type { Save } from '#machines/editor';
import { type Editor, type EditorOptions, useEditor } from './editor.ts';

export interface BlankFormOptions<Value extends object, Answer>
  extends Pick<EditorOptions<Value>, 'form' | 'entityId' | 'title' | 'path'> {
  /** The empty form. */
  readonly blank: Value;
  /** The form after it was sent; absent: as `blank`. */
  readonly next?: Value;
  readonly send: (save: Save<Value>, signal: AbortSignal) => Promise<Outcome<Answer>>;
  readonly onSent?: (answer: Answer) => void;
}

/** A form that adds something: it is kept as a draft until it is sent, and empty again afterwards. */
export function useBlankForm<Value extends object, Answer>(options: BlankFormOptions<Value, Answer>): Editor<Value> {
  const { blank, next = blank, send, onSent, ...form } = options;
  return useEditor<Value, Answer>({
    ...form,
    initial: blank,
    load: async () => ({ value: blank, version: null }),
    async save(attempt, signal) {
      const outcome = await send(attempt, signal);
      return 'failure' in outcome ? asRefused(outcome) : { value: next, version: null, answer: outcome.value };
    },
    onSaved: ({ answer }) => (answer === undefined ? undefined : onSent?.(answer)),
  });
}

/** An editor sends again by itself after a 412; here the user first sees the changes of others. */
function asRefused({ failure }: Extract<Outcome<unknown>, { failure: unknown }>): Outcome<never> {
  return { failure: failure.status === 412 ? { ...failure, status: 409 } : failure };
}
