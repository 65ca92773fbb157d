import * as v from 'valibot';
import type { FieldError } from '../api/problem.ts';
import { readableLine } from '../text/readable-text.ts';
import { cutLine } from '../values/text-values.ts';
import { sentShape } from './document.ts';
import type { Tree } from './merge-patch.ts';
import { indexPattern, type ListShape, type ObjectShape, type Schema, type Shape, type ValueShape } from './shape.ts';

/**
 * Reads the document of a recorder. A newer game may send other values: an unknown number of an enumeration becomes its
 * fallback, a number is rounded, a text cut, and only a field that is still invalid is left out.
 */

/** The session that a document belongs to; it replaces fields that the recorder does not send. */
export interface LiveOrigin {
  /** The id of the live session, a UUID. */
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

interface ReadDocument {
  readonly tree: Tree;
  /** Values that were changed or dropped; at most 50. */
  readonly errors: readonly FieldError[];
}

const maxErrors = 50;

/** Reads a whole document. Null when it is no document at all. */
export function readSnapshot(given: unknown, origin: LiveOrigin): ReadDocument | null {
  return isBranch(given) ? new Reader(origin).read(given, undefined) : null;
}

/** A document with a merge patch applied. Unchanged branches are shared with the old document. */
export function readPatch(document: Tree, given: unknown, origin: LiveOrigin): ReadDocument {
  return new Reader(origin).read(given, document);
}

type Value = Tree[string];

class Reader {
  readonly #origin: LiveOrigin;
  readonly #errors: FieldError[] = [];

  constructor(origin: LiveOrigin) {
    this.#origin = origin;
  }

  read(given: unknown, document: Tree | undefined): ReadDocument {
    const path = document === undefined ? 'document' : 'patch';
    return { tree: this.#mergeObject(sentShape, given, document, path) ?? document ?? {}, errors: this.#errors };
  }

  #note(path: string, message: string): void {
    if (this.#errors.length < maxErrors)
      this.#errors.push({ path: path.slice(0, 200), message: message.slice(0, 200) });
  }

  /** The new value; undefined when there is none. */
  #merge(shape: Shape, given: unknown, old: Value | undefined, path: string): Value | undefined {
    if (shape.kind === 'value') return this.#readValue(shape, given, path);
    const branch = typeof old === 'object' ? old : undefined;
    return shape.kind === 'list'
      ? this.#mergeList(shape, given, branch, path)
      : this.#mergeObject(shape, given, branch, path);
  }

  #mergeObject({ entries }: ObjectShape, given: unknown, old: Tree | undefined, path: string): Tree | undefined {
    if (!isBranch(given)) {
      this.#note(path, 'must be an object');
      return old;
    }
    const merged: Record<string, Value> = { ...old };
    for (const key of Object.keys(given)) {
      const entry = entries.get(key);
      const at = `${path}.${key}`;
      if (entry === undefined) {
        this.#note(at, 'is not a known field');
        continue;
      }
      const value = given[key] === null ? undefined : this.#merge(entry.shape, given[key], merged[key], at);
      if (value !== undefined) merged[key] = value;
      else if (!entry.isRequired) delete merged[key];
      else if (given[key] === null) this.#note(at, 'must not be absent');
    }
    if (old !== undefined) return merged;
    for (const [key, { shape, isRequired }] of entries) {
      if (!isRequired || merged[key] !== undefined) continue;
      const at = `${path}.${key}`;
      if (!Object.hasOwn(given, key)) this.#note(at, 'must not be absent');
      const fallback = this.#fallbackOf(shape, at);
      if (fallback === undefined) return undefined;
      merged[key] = fallback;
    }
    return merged;
  }

  #mergeList({ item, length }: ListShape, given: unknown, old: Tree | undefined, path: string): Tree | undefined {
    if (!isBranch(given)) {
      this.#note(path, 'must be an object with a field for each entry');
      return old;
    }
    const merged: Record<string, Value> = { ...old };
    for (const key of Object.keys(given)) {
      const at = `${path}.${key}`;
      if (!indexPattern.test(key) || Number(key) >= length) {
        this.#note(at, `must be a number below ${length}`);
        continue;
      }
      const value = given[key] === null ? undefined : this.#merge(item, given[key], merged[key], at);
      if (value === undefined) delete merged[key];
      else merged[key] = value;
    }
    return merged;
  }

  #readValue({ schema }: ValueShape, given: unknown, path: string): Value | undefined {
    const result = v.safeParse(schema, given, { abortEarly: true });
    // JSON has -0, and a document has not.
    if (result.success) return result.output === 0 ? 0 : readable(schema, given as Value);
    this.#note(path, result.issues[0].message);
    const corrected = correct(schema, given);
    return v.is(schema, corrected) ? readable(schema, corrected as Value) : undefined;
  }

  /** The fallback of a required field without a value; undefined where there is none. */
  #fallbackOf(shape: Shape, path: string): Value | undefined {
    const [, car] = /^\w+\.drivers\.(\d+)\.name$/.exec(path) ?? [];
    if (car !== undefined) return `Car ${car}`;
    const { id, startedAt } = this.#origin;
    if (/^\w+\.sessionStartTime$/.test(path)) return startedAt;
    // The game's own is unknown, and one that other sessions have would replace them.
    if (/^\w+\.internalSessionId$/.test(path)) return BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`).toString();
    if (shape.kind !== 'value') return undefined;
    return shape.schema.type === 'boolean' ? false : fallbackOf(shape.schema);
  }
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value; a line of text without what nobody sees, undefined when nothing is left. */
function readable(schema: Schema, value: Value): Value | undefined {
  return typeof value === 'string' && v.getMetadata(schema)['characters'] !== undefined
    ? readableLine(value) || undefined
    : value;
}

/** The fallback of a value that a schema refuses. */
function correct(schema: Schema, given: unknown): unknown {
  if (typeof given === 'number') return schema.type === 'picklist' ? fallbackOf(schema) : Math.round(given) + 0;
  const { characters } = v.getMetadata(schema);
  return typeof given === 'string' && typeof characters === 'number' ? cutLine(given, characters) : undefined;
}

/** The fallback of an enumeration for unknown numbers. */
function fallbackOf(schema: Schema): number | undefined {
  const { fallback } = v.getMetadata(schema);
  return typeof fallback === 'number' ? fallback : undefined;
}
