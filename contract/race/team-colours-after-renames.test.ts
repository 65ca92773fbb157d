import { expect, test } from 'vitest';
import type { RosterDriver } from '../entities/roster.ts';
import type { TeamColour } from '../entities/team-colour.ts';
import { type StoredTeamColour, teamColoursAfterRenames } from './team-colours-after-renames.ts';

const lime: TeamColour = { team: 'Aurora', colour: 'lime' };
const sky: TeamColour = { team: 'Boreal', colour: 'sky' };

/** A driver with the team of each seat, that of the start first. */
function seats(id: string, ...[team = null, ...changes]: (string | null)[]): RosterDriver {
  const number = null;
  const changed = changes.map((each, index) => ({ eventId: `e${index}`, team: each, isReserve: false }));
  return { id, name: id, number, team, isReserve: false, changes: changed };
}

/** The colours after a change of the roster; `others` are teams of cars that no driver of a roster has. */
function after(
  from: readonly RosterDriver[],
  to: readonly RosterDriver[],
  { chosen = [lime], others = [] }: { chosen?: readonly StoredTeamColour[]; others?: readonly string[] } = {},
) {
  const withTeams = (roster: readonly RosterDriver[]) => {
    const teams = roster.flatMap(({ team, changes }) => [team, ...changes.map((change) => change.team)]);
    return { roster, teams: [...others, ...teams.filter((team) => team !== null)] };
  };
  return teamColoursAfterRenames(chosen, withTeams(from), withTeams(to));
}

test('the colour of a team follows its new name in all seats, in its place among the others', () => {
  const from = [seats('max', 'Aurora'), seats('lia', 'Boreal', 'Aurora')];
  const to = [seats('max', 'Aurora Racing'), seats('lia', 'Boreal', 'Aurora Racing')];
  expect(after(from, to, { chosen: [lime, sky] })).toEqual([{ team: 'Aurora Racing', colour: 'lime' }, sky]);
});

test('a driver who is removed with the same change says nothing about the new name', () =>
  expect(after([seats('max', 'Aurora'), seats('lia', 'Aurora')], [seats('lia', 'Comet')])).toEqual([
    { team: 'Comet', colour: 'lime' },
  ]));

test.each([
  ['drivers change to two new teams', [seats('max', 'Comet'), seats('lia', 'Dune')]],
  ['a driver of it has no team any more', [seats('max', 'Comet'), seats('lia', null)]],
  ['its drivers change to a team that was there', [seats('max', 'Boreal'), seats('lia', 'Boreal')]],
  ['its drivers are removed', []],
])('the colour of a team that is gone is dropped where %s', (_, to) => {
  const other = seats('ann', 'Boreal');
  expect(after([seats('max', 'Aurora'), seats('lia', 'Aurora'), other], [...to, other])).toEqual([]);
});

test('the colour of a team follows its new name that its seats get one after the other, or as the last of them is removed', () => {
  const [max, lia, ann] = [seats('max', 'Aurora'), seats('lia', 'Aurora', 'Aurora'), seats('ann', 'Boreal')];
  const [newMax, newLia] = [seats('max', 'Comet'), seats('lia', 'Comet', 'Comet')];
  const first = after([max, lia, ann], [newMax, lia, ann]);
  expect(first).toEqual([{ ...lime, renamedTo: 'Comet' }]);
  const comet = [{ team: 'Comet', colour: 'lime' }];
  expect(after([newMax, lia, ann], [newMax, newLia, ann], { chosen: first })).toEqual(comet);
  expect(after([newMax, lia, ann], [newMax, ann], { chosen: first })).toEqual(comet);

  const second = after([newMax, lia, ann], [newMax, seats('lia', 'Aurora', 'Comet'), ann], { chosen: first });
  expect(second).toEqual(first);
  expect(after([newMax, seats('lia', 'Aurora', 'Comet'), ann], [newMax, newLia, ann], { chosen: second })).toEqual(
    comet,
  );
});

test('the last seats of a team decide whose its colour is: a name that others got first has it only with them', () => {
  const [max, lia, ann] = [seats('max', 'Comet'), seats('lia', 'Aurora'), seats('ann', 'Boreal')];
  const chosen = [{ ...lime, renamedTo: 'Comet' }];
  const from = [max, lia, ann];
  expect(after(from, [max, seats('lia', 'Dune'), ann], { chosen })).toEqual([{ team: 'Dune', colour: 'lime' }]);
  expect(after(from, [max, seats('lia', 'Boreal'), ann], { chosen })).toEqual([]);
  expect(after(from, [max, seats('lia', null), ann], { chosen })).toEqual([]);
  const pink: TeamColour = { team: 'Comet', colour: 'pink' };
  expect(after(from, [max, seats('lia', 'Comet'), ann], { chosen: [...chosen, pink] })).toEqual([pink]);
  // Back again: there is no team of the other name any more.
  expect(after(from, [seats('max', 'Aurora'), lia, ann], { chosen })).toEqual([lime]);
});

test('a team that is still there keeps its colour, with the name that others of its seats have now: in a seat, or in a car of nobody in the roster', () => {
  const from = [seats('max', 'Aurora'), seats('lia', 'Aurora')];
  expect(after(from, [seats('max', 'Comet'), seats('lia', 'Aurora')])).toEqual([{ ...lime, renamedTo: 'Comet' }]);
  expect(after(from, [seats('max', 'Comet'), seats('lia', 'Comet')], { others: ['Aurora'] })).toEqual([
    { ...lime, renamedTo: 'Comet' },
  ]);
});

test('drivers who change to a team that only raced take no colour there', () =>
  expect(after([seats('max', 'Aurora')], [seats('max', 'Ferrari')], { others: ['Ferrari'] })).toEqual([]));

test('a team that two have become has the colour of neither, and one with a colour keeps its own', () => {
  const from = [seats('max', 'Aurora'), seats('lia', 'Boreal')];
  const to = [seats('max', 'Comet'), seats('lia', 'Comet')];
  expect(after(from, to, { chosen: [lime, sky] })).toEqual([]);
  const comet: TeamColour = { team: 'Comet', colour: 'pink' };
  expect(after(from, to, { chosen: [lime, comet] })).toEqual([comet]);
});

test('a colour that was chosen for a team which is not in the season stays', () => {
  const elsewhere: TeamColour = { team: 'Elsewhere', colour: 'red' };
  expect(after([seats('max', 'Aurora')], [seats('max', 'Comet')], { chosen: [elsewhere] })).toEqual([elsewhere]);
});
