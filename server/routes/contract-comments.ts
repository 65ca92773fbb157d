import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** A node of a syntax tree, as far as it is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly id?: Node;
  readonly init?: Node;
  readonly key?: Node;
  readonly argument?: Node;
  readonly arguments?: readonly Node[];
  readonly body?: readonly Node[];
  readonly callee?: Node;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly elements?: readonly Node[];
  readonly expression?: Node;
  readonly imported?: Node;
  readonly local?: Node;
  readonly object?: Node;
  readonly properties?: readonly Node[];
  readonly property?: Node;
  readonly source?: { readonly value: string } | null;
  readonly specifiers?: readonly Node[];
}

interface Comment {
  readonly type: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The value that a name in a file stands for, and the fields that it is without. */
interface Declaration {
  readonly value: Node;
  readonly words: string | undefined;
  readonly without: readonly string[];
}

interface Source {
  readonly path: string;
  readonly text: string;
  readonly comments: readonly Comment[];
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly exported: readonly string[];
  /** The files and the names there of what it imports. */
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

/** An expression with the file that it is in. */
interface Place {
  readonly source: Source;
  readonly node: Node;
}

/** The words for the fields of an object. */
export type FieldWords = ReadonlyMap<string, string>;

const contract = join(import.meta.dirname, '../../contract');
/** The folders that export what the document describes. */
const folders = ['', 'api', 'calls', 'entities'].map((folder) => join(contract, folder));

/** Functions whose value is an object with the fields of their first argument. */
const wrappers = new Set(['object', 'strictObject', 'pipe', 'optional', 'nullable', 'nullish', 'array']);

/**
 * The comments of the contract: above a declaration, and above a field of an object, wherever a schema takes the field from. A
 * field without one has the words of the declaration that its value names.
 */
export class ContractComments {
  readonly #sources = new Map<string, Source>();
  readonly #exported = new Map<string, Source>();

  constructor() {
    for (const path of folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      const source = this.#read(path);
      for (const name of source.exported) this.#exported.set(name, source);
    }
  }

  /** The comment above an exported declaration, or above what its value names. */
  wordsOf(name: string): string | undefined {
    const declared = this.#declared(this.#sourceOf(name), name);
    return declared?.words ?? (declared === null ? undefined : this.#wordsOfValue(declared));
  }

  /** The words for the fields of an exported declaration, or of one part of it, such as the query of a call. */
  fieldsOf(name: string, part?: string): FieldWords {
    const declared = this.#declared(this.#sourceOf(name), name);
    if (declared === null) return new Map();
    const place = part === undefined ? declared : this.#property(declared, part);
    return place === null ? new Map() : this.#fields(place);
  }

  #sourceOf(name: string): Source {
    const source = this.#exported.get(name);
    if (source === undefined) throw new Error(`the contract exports no ${name}`);
    return source;
  }

  #read(path: string): Source {
    const cached = this.#sources.get(path);
    if (cached !== undefined) return cached;
    const source = parse(path);
    this.#sources.set(path, source);
    return source;
  }

  /** The value of a name, in its file; null for what is not of the contract. */
  #declared(source: Source, name: string): (Place & Pick<Declaration, 'without' | 'words'>) | null {
    const imported = source.imports.get(name);
    if (imported !== undefined) return this.#declared(this.#read(imported.path), imported.name);
    const declaration = source.declarations.get(name);
    if (declaration === undefined) return null;
    const { value, without, words } = declaration;
    return { source, node: value, without, words };
  }

  /** The fields of the object that an expression makes. */
  #fields({ source, node }: Place): Map<string, string> {
    switch (node.type) {
      case 'ObjectExpression':
        return new Map((node.properties ?? []).flatMap((property) => this.#entriesOf(source, property)));
      case 'CallExpression': {
        const [first] = node.arguments ?? [];
        const isWrapper = wrappers.has(node.callee?.property?.name ?? '') || node.callee?.name === 'call';
        return isWrapper && first !== undefined ? this.#fields({ source, node: first }) : new Map();
      }
      case 'Identifier': {
        const declared = this.#declared(source, node.name ?? '');
        if (declared === null) return new Map();
        const fields = this.#fields(declared);
        for (const name of declared.without) fields.delete(name);
        return fields;
      }
      case 'MemberExpression': {
        const name = node.property?.name ?? '';
        const object = node.object as Node;
        if (['entries', 'wrapped', 'item'].includes(name)) return this.#fields({ source, node: object });
        const place = this.#property({ source, node: object }, name);
        return place === null ? new Map() : this.#fields(place);
      }
      default:
        return new Map();
    }
  }

  #entriesOf(source: Source, node: Node): [string, string][] {
    if (node.type === 'SpreadElement') return [...this.#fields({ source, node: node.argument as Node })];
    const name = keyOf(node);
    const words = commentAbove(source, node) ?? this.#wordsOfValue({ source, node: node.value as Node });
    return words === undefined ? [] : [[name, words]];
  }

  /** The words of the declaration that a value names. */
  #wordsOfValue({ source, node }: Place): string | undefined {
    if (node.type === 'Identifier') {
      const declared = this.#declared(source, node.name ?? '');
      return declared === null ? undefined : (declared.words ?? this.#wordsOfValue(declared));
    }
    if (node.type === 'CallExpression') {
      const [first] = node.arguments ?? [];
      return first === undefined ? undefined : this.#wordsOfValue({ source, node: first });
    }
    if (node.type !== 'MemberExpression') return undefined;
    const name = node.property?.name ?? '';
    const object = { source, node: node.object as Node };
    if (['wrapped', 'item'].includes(name)) return this.#wordsOfValue(object);
    return this.#fields(object).get(name);
  }

  /** One field of the object that an expression makes. */
  #property({ source, node }: Place, name: string): Place | null {
    if (node.type === 'Identifier') {
      const declared = this.#declared(source, node.name ?? '');
      return declared === null ? null : this.#property(declared, name);
    }
    if (node.type === 'CallExpression') {
      const [first] = node.arguments ?? [];
      return first === undefined ? null : this.#property({ source, node: first }, name);
    }
    if (node.type === 'MemberExpression') {
      const within = node.property?.name ?? '';
      const object = { source, node: node.object as Node };
      const place = ['entries', 'wrapped', 'item'].includes(within) ? object : this.#property(object, within);
      return place === null ? null : this.#property(place, name);
    }
    for (const property of node.properties ?? []) {
      if (property.type === 'SpreadElement') {
        const found = this.#property({ source, node: property.argument as Node }, name);
        if (found !== null) return found;
      } else if (keyOf(property) === name) return { source, node: property.value as Node };
    }
    return null;
  }
}

function keyOf({ key }: Node): string {
  return key?.name ?? String(key?.value);
}

/** The comment right above a node, as one line. */
function commentAbove({ text, comments }: Pick<Source, 'text' | 'comments'>, { start }: Node): string | undefined {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment === undefined || comment.type !== 'Block' || !comment.value.startsWith('*')) return undefined;
  if (text.slice(comment.end, start).trim() !== '') return undefined;
  return comment.value
    .split('\n')
    .map((line) => line.replace(/^\s*\*/, '').trim())
    .join(' ')
    .trim();
}

function parse(path: string): Source {
  const text = readFileSync(path, 'utf8');
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const declarations = new Map<string, Declaration>();
  const exported: string[] = [];
  const imports = new Map<string, { path: string; name: string }>();
  for (const statement of program.body as unknown as readonly Node[]) {
    if (statement.type === 'ImportDeclaration' && statement.source?.value.startsWith('.')) {
      const from = join(dirname(path), statement.source.value);
      for (const { local, imported } of statement.specifiers ?? [])
        if (local?.name !== undefined && imported?.name !== undefined)
          imports.set(local.name, { path: from, name: imported.name });
    }
    const declaration = statement.declaration ?? statement;
    for (const { id, init } of declaration.declarations ?? []) {
      if (id === undefined || init === undefined) continue;
      const words = commentAbove({ text, comments }, statement);
      if (id.name !== undefined && statement.type === 'ExportNamedDeclaration') exported.push(id.name);
      if (id.name !== undefined) declarations.set(id.name, { value: init, words, without: [] });
      if (id.type === 'ObjectPattern') declareParts(declarations, id, init);
    }
  }
  return { path, text, comments, declarations, exported, imports };
}

/** `const { a, ...rest } = value` declares a field of the value, and the others of its fields. */
function declareParts(declarations: Map<string, Declaration>, { properties = [] }: Node, init: Node): void {
  const named = properties.filter(({ type }) => type === 'Property');
  for (const property of named) {
    const { name } = property.value as Node;
    if (name === undefined || property.key === undefined) continue;
    const value: Node = {
      type: 'MemberExpression',
      start: init.start,
      end: init.end,
      object: init,
      property: property.key,
    };
    declarations.set(name, { value, words: undefined, without: [] });
  }
  const rest = properties.find(({ type }) => type === 'RestElement')?.argument?.name;
  if (rest !== undefined) declarations.set(rest, { value: init, words: undefined, without: named.map(keyOf) });
}
