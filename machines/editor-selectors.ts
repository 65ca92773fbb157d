import type { Failure } from '#contract/api/problem';
import type { Draft } from './editor-content.ts';
import { draftOf, type EditorContext } from './editor-context.ts';
import type { FieldName } from './merge-fields.ts';

interface Snapshot<Value> {
  readonly context: EditorContext<Value>;
}

/** The value in the editor, with the input; null until it is loaded. */
export function selectValue<Value>({ context }: Snapshot<Value>): Value | null {
  return context.content?.value ?? null;
}

/** Input from before the entity was loaded; null without any. */
export function selectTyped<Value>({ context }: Snapshot<Value>): Partial<Value> | null {
  return context.typed;
}

/** The draft that is not stored yet; null without one. */
export function selectUnstoredDraft<Value>({ context }: Snapshot<Value>): Draft<Value> | null {
  const draft = draftOf(context);
  return draft === context.drafts.stored ? null : draft;
}

/** Whether the store has refused the draft: the input is in this editor alone. */
export function selectIsDraftLost<Value>({ context }: Snapshot<Value>): boolean {
  return context.drafts.isRefused;
}

/** The value that the changes were made to; in a conflict with the server's other changes. */
export function selectBase<Value>({ context }: Snapshot<Value>): Value | null {
  return context.content?.base ?? null;
}

/** The server's newer value; null when the base is the newest. */
export function selectTheirs<Value>({ context }: Snapshot<Value>): Value | null {
  return context.theirs?.value ?? null;
}

/** True while something is typed that is not saved, or a save is not confirmed. */
export function selectIsDirty<Value>({ context }: Snapshot<Value>): boolean {
  return draftOf(context) !== null;
}

/** Why it could not be loaded or saved. */
export function selectFailure<Value>({ context }: Snapshot<Value>): Failure | null {
  return context.failure;
}

/** The fields that were changed both here and on the server. */
export function selectConflicts<Value>({ context }: Snapshot<Value>): readonly FieldName<Value>[] {
  return context.conflicts;
}

/** Seconds until it may be saved again; 0: now. */
export function selectSecondsLeft<Value>({ context }: Snapshot<Value>): number {
  return context.secondsLeft;
}

/** Whether the server has not answered a save for ten seconds. */
export function selectIsOverdue<Value>({ context }: Snapshot<Value>): boolean {
  return context.isOverdue;
}
