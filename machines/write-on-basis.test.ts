import { expect, test } from 'vitest';
import { createFailure } from '#contract/api/problem';
import { writeOnBasis } from './write-on-basis.ts';

interface Entity {
  readonly name: string;
  readonly other: number;
}

/** A server whose entity others change `changes` times before each write; the write depends on its name. */
function run({ changes, name = 'a', isGone = false }: { changes: number; name?: string; isGone?: boolean }) {
  let number = 1;
  const sent: string[] = [];
  const outcome = writeOnBasis<Entity, string>(
    { value: { name: 'a', other: 1 }, version: '1' },
    {
      basisOf: (entity) => entity.name,
      send: async (version) => {
        if (sent.length < changes) number += 1;
        sent.push(version);
        if (version !== String(number)) return { failure: createFailure('problem', { status: 412 }) };
        return { value: 'done', version: String(number + 1) };
      },
      reload: async () =>
        isGone
          ? { failure: createFailure('problem', { status: 404 }) }
          : { value: { name, other: number }, version: String(number) },
    },
  );
  return outcome.then((answer) => [answer, sent]);
}
const refused = { failure: expect.objectContaining({ status: 412 }) };

test.each([
  ['is sent once where nothing was changed', { changes: 0 }, { value: 'done', version: '2' }, ['1']],
  ['is sent again where another part was changed', { changes: 2 }, { value: 'done', version: '4' }, ['1', '2', '3']],
  ['is refused where its own part was changed', { changes: 1, name: 'b' }, refused, ['1']],
  ['is refused where the entity cannot be read', { changes: 1, isGone: true }, refused, ['1']],
  ['is refused where it is never in time', { changes: 99 }, refused, [1, 2, 3, 4, 5, 6, 7, 8, 9].map(String)],
])('a write %s', async (_, given, answer, sent) => {
  expect(await run(given)).toEqual([answer, sent]);
});
