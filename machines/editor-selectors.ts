import type { Draft } from './editor-content.ts';
import { draftOf, type EditorContext } from './editor-context.ts';

interface Snapshot<Value> {
  readonly context: EditorContext<Value>;
}

/** The value in the editor, with the input; null until it is loaded. */
export function selectValue<Value>({ context }: Snapshot<Value>): Value | null {
  return context.content?.value ?? null;
}

/** The draft that is not stored yet; null without one. */
export function selectUnstoredDraft<Value>({ context }: Snapshot<Value>): Draft<Value> | null {
  const draft = draftOf(context);
  return draft === context.drafts.stored ? null : draft;
}

/** The server's newer value; null when the base is the newest. */
export function selectTheirs<Value>({ context }: Snapshot<Value>): Value | null {
  return context.theirs?.value ?? null;
}

/** True while something is typed that is not saved, or a save is not confirmed. */
export function selectIsDirty<Value>({ context }: Snapshot<Value>): boolean {
  return draftOf(context) !== null;
}
