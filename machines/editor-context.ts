import type { Failure } from '#contract/api/problem';
import {
  type Draft,
  type DraftStatus,
  isBase,
  isDirty,
  isOwnWrite,
  lastAttempt,
  rebase,
  resolve,
  unchanged,
  type Versioned,
  withAnswer,
  withPatch,
} from './editor-content.ts';
import { isEqual } from './equal.ts';
import type { FieldName } from './merge-fields.ts';

export interface EditorContext<Value> {
  /** Null until something was loaded. */
  readonly content: Draft<Value> | null;
  /** Input from before the entity was loaded; null without any. */
  readonly typed: Partial<Value> | null;
  /** The server's value where it is newer than the base of the content. */
  readonly theirs: Versioned<Value> | null;
  /** Fields that were changed both here and on the server. */
  readonly conflicts: readonly FieldName<Value>[];
  readonly failure: Failure | null;
  /** Seconds until it may be saved again, from Retry-After. */
  readonly secondsLeft: number;
  /** The server has not answered a save for ten seconds. */
  readonly isOverdue: boolean;
  /** The save under way: its key, and how often a newer version of the server made it start again. */
  readonly submitted: { readonly key: string; readonly restarts: number } | null;
  /** False while only a draft has the base. */
  readonly isVerified: boolean;
  /** The draft of an earlier visit. */
  readonly found: Draft<Value> | null;
  /** The draft that was sent to its keeper last. */
  readonly reported: Draft<Value> | null;
  readonly drafts: DraftStatus<Value>;
}

export interface Save<Value> {
  readonly value: Value;
  readonly base: Value;
  /** For If-Match; null: none is sent. */
  readonly version: string | null;
  /** For Idempotency-Key. */
  readonly key: string;
}

/** The context before anything was loaded. */
export const emptyContext = {
  content: null,
  typed: null,
  theirs: null,
  conflicts: [],
  failure: null,
  secondsLeft: 0,
  isOverdue: false,
  submitted: null,
  isVerified: true,
  found: null,
  reported: null,
  drafts: { isRead: false, stored: null, isRefused: false, hasFailed: false },
};

/** A save restarts at most so often by itself when the entity keeps changing on the server. */
const maxRestarts = 3;

/** @throws Error before anything was loaded. */
export function contentOf<Value>({ content }: EditorContext<Value>): Draft<Value> {
  if (content === null) throw new Error('nothing was loaded');
  return content;
}

/** The draft to store: null without unsaved changes. */
export function draftOf<Value>({ content, conflicts }: EditorContext<Value>): Draft<Value> | null {
  return content !== null && (isDirty(content) || conflicts.length > 0) ? content : null;
}

/** The loaded entity, with earlier input. */
export function withTyped<Value extends object>(context: EditorContext<Value>): Partial<EditorContext<Value>> {
  return { content: withPatch(contentOf(context), context.typed ?? {}), typed: null };
}

export function versioned<Value>({ value, version }: Versioned<Value>): Versioned<Value> {
  return { value, version };
}

export function opened<Value extends object>(
  context: EditorContext<Value>,
  loaded: Versioned<Value>,
): Partial<EditorContext<Value>> {
  const { found } = context;
  if (found === null) return { content: unchanged(loaded), isVerified: true };
  return { ...rebased({ ...context, content: found, theirs: versioned(loaded) }), found: null };
}

/** Stores the server's newer value; the one that is being edited is nothing new. */
export function withTheirs<Value>(
  context: EditorContext<Value>,
  theirs: Versioned<Value>,
): Partial<EditorContext<Value>> {
  const content = contentOf(context);
  // Another tab that has saved has removed the draft of both. A copy is not the stored draft, and is written anew.
  return isBase(content, theirs) ? {} : { theirs, content: { ...content } };
}

export function rebased<Value extends object>(context: EditorContext<Value>): Partial<EditorContext<Value>> {
  const { theirs } = context;
  if (theirs === null) return {};
  const { content, conflicts } = rebase(contentOf(context), theirs);
  return { content, conflicts, theirs: conflicts.length === 0 ? null : theirs, isVerified: true };
}

export function resolved<Value extends object>(
  context: EditorContext<Value>,
  field: FieldName<Value>,
  side: 'mine' | 'theirs',
): Partial<EditorContext<Value>> {
  const { theirs } = context;
  if (theirs === null) return {};
  const rest = { content: contentOf(context), conflicts: context.conflicts };
  const { content, conflicts } = resolve(rest, theirs, field, side);
  return { content, conflicts, theirs: conflicts.length === 0 ? null : theirs };
}

/** Returns to the value of the server; to nothing where that is uncertain, so that it is loaded. */
export function discarded<Value>(context: EditorContext<Value>): Partial<EditorContext<Value>> {
  const { base, version, attempts } = contentOf(context);
  const isCertain = context.isVerified && attempts.length === 0;
  return {
    content: isCertain ? unchanged(context.theirs ?? { value: base, version }) : null,
    theirs: null,
    conflicts: [],
    failure: null,
    isVerified: true,
  };
}

export function answered<Value extends object>(
  context: EditorContext<Value>,
  answer: Versioned<Value>,
): Partial<EditorContext<Value>> {
  const before = contentOf(context);
  const content = withAnswer(before, answer);
  const { theirs } = context;
  const isNewer = theirs !== null && !isBase(content, theirs) && !isOwnWrite(before, theirs);
  const isAdopted = isNewer && !isDirty(content);
  return {
    content: isAdopted ? unchanged(theirs) : content,
    theirs: isNewer && !isAdopted ? theirs : null,
    isVerified: true,
    submitted: null,
  };
}

/** Null ends the save: after too many restarts, or when something was typed that the user has not asked to save. */
export function restarted<Value>(context: EditorContext<Value>): EditorContext<Value>['submitted'] {
  const { submitted } = context;
  const content = contentOf(context);
  if (submitted === null || submitted.restarts === maxRestarts) return null;
  return isEqual(content.value, lastAttempt(content).sent) ? { ...submitted, restarts: submitted.restarts + 1 } : null;
}

/** Each restart sends something else, so it has a key of its own. */
export function attemptKey<Value>({ submitted }: EditorContext<Value>): string {
  if (submitted === null) throw new Error('no save was submitted');
  return submitted.restarts === 0 ? submitted.key : `${submitted.key}.${submitted.restarts}`;
}

export function saveOf<Value>(content: Draft<Value>): Save<Value> {
  const { key, sent } = lastAttempt(content);
  return { value: sent, base: content.base, version: content.version, key };
}
