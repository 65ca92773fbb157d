import type { Failure } from '#contract/api/problem';
import { type Attempt, mayBeApplied, nextAttempt } from './attempt.ts';
import { fieldOf, isEqual } from './equal.ts';
import { type FieldName, fieldNames, mergeFields, withFields } from './merge-fields.ts';

/** An entity as the server has it; `version` is its ETag, null for an entity without one. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: string | null;
}

/** The content of an editor, which is its draft while it has unsaved changes. */
export interface Draft<Value> extends Versioned<Value> {
  /** The server's value that the changes were made to; `version` is its version. */
  readonly base: Value;
  /** Saves that the server may have applied although no answer came; the last one may be running. */
  readonly attempts: readonly Attempt<Value>[];
}

/** The state of an editor's draft on the device. */
export interface DraftContext<Value> {
  /** The draft to store: null without unsaved changes. */
  readonly draft: Draft<Value> | null;
  /** The stored draft; up to date when it is the draft itself. */
  readonly stored: Draft<Value> | null;
  readonly writing: Draft<Value> | null;
  /** False when the store could not be read: writing could overwrite a draft that was never shown. */
  readonly canStore: boolean;
  /** The store refused the last draft. */
  readonly isRefused: boolean;
}

export interface DraftStatus<Value> extends Pick<DraftContext<Value>, 'stored' | 'isRefused'> {
  /** The draft of an earlier visit was looked for. */
  readonly isRead: boolean;
  readonly hasFailed: boolean;
}

/** The content of an editor after a merge. */
export interface Rebased<Value> {
  readonly content: Draft<Value>;
  /** Fields that both sides changed; the content has mine. */
  readonly conflicts: readonly FieldName<Value>[];
}

/** The content of an editor in which nothing was changed. */
export function unchanged<Value>({ value, version }: Versioned<Value>): Draft<Value> {
  return { value, base: value, version, attempts: [] };
}

/** True when the server may have another value than the input. */
export function isDirty<Value>({ value, base, attempts }: Draft<Value>): boolean {
  return attempts.length > 0 || !isEqual(value, base);
}

/** True when the server's value is the one that the changes were made to. */
export function isBase<Value>({ base, version }: Draft<Value>, theirs: Versioned<Value>): boolean {
  return (theirs.version !== null && theirs.version === version) || isEqual(theirs.value, base);
}

/** True when the server has stored an unanswered save. */
export function isOwnWrite<Value>({ attempts }: Draft<Value>, theirs: Versioned<Value>): boolean {
  return attempts.some(({ sent }) => isEqual(sent, theirs.value));
}

/** The content after typing. */
export function withPatch<Value extends object>(content: Draft<Value>, patch: Partial<Value>): Draft<Value> {
  const value = { ...content.value, ...patch };
  return isEqual(value, content.value) ? content : { ...content, value };
}

/** Merges the typed changes with the server's value. Fields in conflict keep their old base until they are resolved. */
export function rebase<Value extends object>(content: Draft<Value>, theirs: Versioned<Value>): Rebased<Value> {
  const base = assumeApplied(content, theirs.value);
  const { merged, conflicts } = mergeFields(base, content.value, theirs.value);
  const version = conflicts.length === 0 ? theirs.version : content.version;
  return {
    content: {
      value: merged,
      base: withFields(theirs.value, base, conflicts),
      version,
      attempts: attemptsAfter(content, theirs),
    },
    conflicts,
  };
}

/** The saves that the server may still apply. */
function attemptsAfter<Value>(content: Draft<Value>, theirs: Versioned<Value>): readonly Attempt<Value>[] {
  const { attempts, version } = content;
  if (isBase(content, theirs)) return attempts;
  // A write with If-Match is not applied any more once the version has changed.
  return version === null ? attempts.filter(({ sent }) => !isEqual(sent, theirs.value)) : [];
}

/** The base with the fields that an unanswered save has changed, if the server has its values. */
function assumeApplied<Value extends object>({ base, attempts }: Draft<Value>, theirs: Value): Value {
  const applied = fieldNames(base, theirs).filter((name) =>
    attempts.some(({ sent }) => isEqual(fieldOf(sent, name), fieldOf(theirs, name))),
  );
  return withFields(base, theirs, applied);
}

/** Ends the conflict of a field in favour of one side. */
export function resolve<Value extends object>(
  { content, conflicts }: Rebased<Value>,
  theirs: Versioned<Value>,
  field: FieldName<Value>,
  side: 'mine' | 'theirs',
): Rebased<Value> {
  const left = conflicts.filter((name) => name !== field);
  return {
    content: {
      ...content,
      value: side === 'mine' ? content.value : withFields(content.value, theirs.value, [field]),
      base: withFields(content.base, theirs.value, [field]),
      version: left.length === 0 ? theirs.version : content.version,
    },
    conflicts: left,
  };
}

/** The content with the attempt that is sent next, as the last one. */
export function withAttempt<Value>(content: Draft<Value>, newKey: string): Draft<Value> {
  const { attempts, value } = content;
  const unanswered = attempts.find(({ sent }) => isEqual(sent, value)) ?? null;
  const attempt = nextAttempt(unanswered, value, newKey);
  return { ...content, attempts: [...attempts.filter((other) => other !== unanswered), attempt] };
}

/** The content while its last attempt is sent once more. */
export function withResend<Value>(content: Draft<Value>): Draft<Value> {
  return { ...content, attempts: [...content.attempts.slice(0, -1), { ...lastAttempt(content), isResent: true }] };
}

/** The content after its last attempt was saved; later input stays. */
export function withAnswer<Value extends object>(content: Draft<Value>, answer: Versioned<Value>): Draft<Value> {
  const sent = lastAttempt(content).sent;
  return { ...unchanged(answer), value: mergeFields(sent, content.value, answer.value).merged };
}

/** The content after its last attempt failed. */
export function withFailure<Value>(content: Draft<Value>, failure: Failure): Draft<Value> {
  return mayBeApplied(lastAttempt(content), failure)
    ? content
    : { ...content, attempts: content.attempts.slice(0, -1) };
}

/** @throws Error when nothing was sent. */
export function lastAttempt<Value>({ attempts }: Draft<Value>): Attempt<Value> {
  const attempt = attempts.at(-1);
  if (attempt === undefined) throw new Error('nothing was sent');
  return attempt;
}
