import type { FastifyInstance } from 'fastify';
import { colours } from '#contract/colours/colours';
import { SharedBody } from '../http/bodies.ts';
import { createJsonResponse } from '../http/json-response.ts';
import { makeOnce } from '../http/make-once.ts';
import { escapeHtml } from './page-html.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly const?: string;
  readonly enum?: readonly (string | number)[];
  readonly 'x-enum-varnames'?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly description?: string; readonly content?: Content }>
  >;
}

/** The parts of the OpenAPI document that the page shows. */
export interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

const style = `
:root { color-scheme: dark; scroll-padding-top: 1rem }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: ${colours.bg}; color: ${colours.text}; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: ${colours.favourite} }
h1 { margin: 0 } h2 { margin: 2.5rem 0 .25rem } h3 { margin: 2rem 0 .25rem; scroll-margin-top: 1rem } h4 { margin: 1rem 0 .25rem }
p { margin: .25rem 0 .75rem } .mute { color: ${colours.mute} }
code, pre { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border-radius: 8px; background: ${colours.raised} }
nav { display: flex; flex-wrap: wrap; gap: 0 1rem } nav a { padding: .625rem 0 }
details.call { border-top: 1px solid ${colours.line} }
details.call[open] { padding-bottom: 1rem }
summary { padding: .75rem 0; cursor: pointer } summary:focus-visible, a:focus-visible { outline: 2px solid ${colours.favourite} }
summary .method { display: inline-block; min-width: 5rem; font-weight: 700 }
summary .words { display: block; color: ${colours.mute} }
dl { margin: 0; display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr }
dt, dd { margin: 0; padding: .375rem 0; border-top: 1px solid ${colours.hair}; min-width: 0 }
dt { padding-right: 1rem } dd .type { color: ${colours.mute}; display: block }
@media (max-width: 600px) { dl { grid-template-columns: 1fr } dd { border-top: 0; padding: 0 0 .5rem } }
`;

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** The values of a schema, with links to the named ones. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(nameOf(schema.$ref));
    return `<a href="#${name}">${name}</a>`;
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'pairs' : typeOf(schema.items)}`;
  if (schema.const !== undefined) return `<code>${escapeHtml(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ');
  const words = [schema.type ?? 'any value'].flat().join(' or ');
  const { minimum, maximum, format } = schema;
  const limits = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
  return escapeHtml(`${words}${format === undefined ? '' : `, ${format}`}${limits}`);
}

function entry(name: string, schema: Schema, isRequired: boolean, description = ''): string {
  const type = `${typeOf(schema)}${isRequired ? '' : '; optional'}`;
  return `<dt><code>${escapeHtml(name)}</code></dt><dd>${escapeHtml(description)} <span class="type">${type}</span></dd>`;
}

function list(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : `<h4>${title}</h4><dl>${entries.join('')}</dl>`;
}

function renderCall(path: string, method: string, operation: Operation, { components }: ApiDocument): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation;
  const isPublic = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(responses).map(([status, { $ref, description: own, content = {} }]) => {
    const [answer] = Object.values(content);
    const words = own ?? components.responses[nameOf($ref ?? '')]?.description ?? '';
    const type = answer?.schema === undefined ? '' : ` <span class="type">${typeOf(answer.schema)}</span>`;
    return `<dt>${escapeHtml(status)}</dt><dd>${escapeHtml(words)}${type}</dd>`;
  });
  const example = responses['200']?.content?.['application/json']?.example;
  return [
    `<details class="call" id="${escapeHtml(operationId)}"><summary><span class="method">${method.toUpperCase()}</span> `,
    `<code>${escapeHtml(path)}</code><span class="words">${escapeHtml(summary)}</span></summary>`,
    description === undefined ? '' : `<p>${escapeHtml(description)}</p>`,
    `<p><code>${escapeHtml(operationId)}</code> · ${isPublic ? 'needs no token' : 'needs the token of a user'}</p>`,
    list(
      'Parameters',
      parameters.map(({ name, in: place, required, description: words, schema }) =>
        entry(name, schema, required, `${words} (${place})`),
      ),
    ),
    body === undefined ? '' : `<h4>Body</h4><p>${typeOf(body)}</p>`,
    list('Answers', answers),
    example === undefined
      ? ''
      : `<details><summary>Example</summary><pre tabindex="0">${escapeHtml(JSON.stringify(example, null, 2))}</pre></details>`,
    '</details>',
  ].join('');
}

/** The words on a schema. The text of an enumeration ends with its numbers, for readers of the document alone. */
function wordsOf({ description = '', enum: values = [], 'x-enum-varnames': names = [] }: Schema): string {
  const list = `${values.map((value, index) => `${value} ${names[index]}`).join(', ')}.`;
  return names.length === 0 ? description : description.replace(list, '').trim();
}

/** The values of an enumeration, with the names of its numbers. */
function renderValues({ enum: values = [], 'x-enum-varnames': names = [] }: Schema): string {
  const entries = values.map((value, index) => {
    const name = names[index] === undefined ? '' : escapeHtml(names[index]);
    return `<dt><code>${escapeHtml(String(value))}</code></dt><dd>${name}</dd>`;
  });
  return `<dl>${entries.join('')}</dl>`;
}

function renderSchema(name: string, schema: Schema): string {
  const { properties = {}, required = [] } = schema;
  const description = wordsOf(schema);
  const fields = Object.entries(properties).map(([field, inner]) =>
    entry(field, inner, required.includes(field), inner.description),
  );
  const options = schema.oneOf ?? schema.anyOf;
  const values = [
    options === undefined ? '' : `<p>One of ${options.map(typeOf).join(', ')}.</p>`,
    schema.enum === undefined ? '' : renderValues(schema),
    fields.length === 0 ? '' : `<dl>${fields.join('')}</dl>`,
  ].join('');
  const type = values === '' ? `<p class="mute">${typeOf(schema)}</p>` : values;
  return `<h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3><p>${escapeHtml(description)}</p>${type}`;
}

function renderGroup({ name, description }: ApiDocument['tags'][number], document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(name))
      .map(([method, operation]) => renderCall(path, method, operation, document)),
  );
  return `<section><h2 id="${name}">${name}</h2><p>${escapeHtml(description)}</p>${calls.join('')}</section>`;
}

/** A paragraph for each part of the introduction, and one list for its points. */
function renderIntroduction(text: string): string {
  const [paragraph = '', points = ''] = text.split('\n\n');
  const items = points.split(/^- /m).filter((item) => item.trim() !== '');
  return `<p>${escapeHtml(paragraph)}</p><ul>${items.map((item) => `<li>${escapeHtml(item.replaceAll('`', ''))}</li>`).join('')}</ul>`;
}

/** The calls of the OpenAPI document as a page without a script. */
function renderApiPage(document: ApiDocument): string {
  const schemas = Object.entries(document.components.schemas).sort(([one], [other]) => one.localeCompare(other));
  const links = [...document.tags.map(({ name }) => name), 'Schemas'].map((name) => `<a href="#${name}">${name}</a>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="dark"><title>API · Pitboard</title><link rel="stylesheet" href="/docs/api.css">',
    `</head><body><p><a href="/home">Pitboard</a></p><main><h1>API</h1><p class="mute">Version ${escapeHtml(document.info.version)}. `,
    '<a href="/api/openapi.json">OpenAPI document</a>, <a href="/downloads/api.md">where to begin</a>, ',
    `<a href="/downloads/live.md">live timing</a></p>${renderIntroduction(document.info.description)}`,
    `<nav aria-label="Groups">${links.join('')}</nav>`,
    ...document.tags.map((tag) => renderGroup(tag, document)),
    '<section><h2 id="Schemas">Schemas</h2>',
    ...schemas.map(([name, schema]) => renderSchema(name, schema)),
    '</section></main></body></html>',
  ].join('');
}

/**
 * Adds the page of the API: static, so that the policy of the app holds for it too. Under that policy Swagger UI (5.35) shows
 * nothing, as it needs trusted types of its own. Without them it loads 485 kB instead of 36, works six times as long on a slow
 * phone, and has 124 faults by the rules of WCAG that axe checks.
 */
export function mountApiPage(app: FastifyInstance, document: () => Promise<ApiDocument>): void {
  const files = [
    ['/docs/api', 'text/html; charset=utf-8', async () => renderApiPage(await document())],
    ['/docs/api.css', 'text/css; charset=utf-8', async () => style],
  ] as const;
  for (const [path, type, text] of files) {
    const body = makeOnce(async () => new SharedBody(await text()));
    app.get(path, async (request, reply) => {
      const { status, headers, bytes } = createJsonResponse(request, { body: await body(), version: null });
      reply.code(status).headers(status === 200 ? { ...headers, 'content-type': type } : headers);
      return reply.send((await bytes) ?? undefined);
    });
  }
}
