import * as v from 'valibot';
import { teamColourNames } from '../car-colours.ts';
import { line } from '../text-values.ts';

/** The colours that a team can have, by the names of the palette. */
export const TeamColourName = v.picklist(teamColourNames);

/** A team whose colour the owner of its season has chosen. */
export const TeamColour = v.object({ team: line(100), colour: TeamColourName });

export type TeamColourName = v.InferOutput<typeof TeamColourName>;
export type TeamColour = v.InferOutput<typeof TeamColour>;
