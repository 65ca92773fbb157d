import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, calls } from '#contract/calls/by-name';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

let server: TestServer;
let page: string;
beforeAll(async () => {
  server = await openTestServer();
  page = (await server.app.inject('/docs/api')).body;
});
afterAll(() => server.close());

test('the page has every call and every schema once, and every link within it leads somewhere', async () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const { schemas } = (await server.app.inject('/api/openapi.json')).json().components;
  for (const name of [...(Object.keys(calls) as CallName[]), ...Object.keys(schemas)]) expect(ids).toContain(name);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('the page needs no script and no style of its own, so that the policy of pages holds', async () => {
  expect(page).not.toMatch(/<script|<style|style=|\son\w+=/i);
  const { headers } = await server.app.inject('/docs/api');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("style-src 'self';");
  const style = await server.app.inject('/docs/api.css');
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
});

test('a field has its words, its values and whether it must be there', () => {
  expect(page).toContain(
    '<dt><code>lapTime</code></dt><dd>The time of the lap; null where the game gave none. In ms. <span class="type">integer or null, 0 to 86400000</span></dd>',
  );
  expect(page).toContain('<span class="type"><a href="#Track">Track</a></span>');
});

test('an enumeration has its values, and the names of its numbers', () => {
  const schemaOf = (name: string) => page.split(`<h3 id="${name}">`)[1]?.split('<h3')[0];
  expect(schemaOf('Weather')).toMatch(
    /<p>The weather; Unknown is any that is not in the list.<\/p><dl><dt><code>-1<\/code><\/dt><dd>Unknown<\/dd>/,
  );
  expect(schemaOf('Track')).toContain('<dt><code>11</code></dt><dd>Monza</dd>');
  expect(schemaOf('Scoring')).toContain('<dt><code>sprint</code></dt>');
});

test('the page is not sent again to who has it', async () => {
  const { headers } = await server.app.inject('/docs/api');
  const again = await server.app.inject({ url: '/docs/api', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
