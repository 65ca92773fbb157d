import * as v from 'valibot';
import { Editing } from '../api/bodies.ts';
import { SectionEditor } from '../entities/section-editor.ts';
import { call } from './call.ts';

/** Say that a section of a season is open to be changed, and read who else has it open. */
export const editSeasonSection = call({
  method: 'PUT',
  path: '/api/Seasons/{id}/editing',
  access: { right: 'seeMembers' },
  body: Editing,
  answer: v.array(SectionEditor),
  problems: [403, 404],
  changes: () => [],
});

/** Say that a section of a league is open to be changed, and read who else has it open. */
export const editLeagueSection = call({
  method: 'PUT',
  path: '/api/League/{leagueId}/editing',
  access: { right: 'seeMembers' },
  body: Editing,
  answer: v.array(SectionEditor),
  problems: [403, 404],
  changes: () => [],
});
