import * as v from 'valibot';
import { teamColourNames } from '../colours/car-colours.ts';

/** The colours that a team can have, by the names of the palette. */
export const TeamColourName = v.picklist(teamColourNames);

/** A team whose colour the owner of its season has chosen. The write calls check the names. */
export const TeamColour = v.object({
  /** The name of the team. */
  team: v.string(),
  /** Its colour, by the name that the palette has for it. */
  colour: TeamColourName,
});

/** The colour that a team of a season has by itself. */
export const GivenColour = v.object({
  ...TeamColour.entries,
  /** The colour that it has while its own is chosen for another team. */
  movedTo: v.nullish(TeamColourName),
});

/** The limit of named teams where a season shares its twelve colours among them. */
export const maxSharingTeams = 64;

/** The teams of a season that share out its colours: of more than these, the first that get one. */
export const SharingTeams = v.pipe(v.array(v.string()), v.maxLength(maxSharingTeams));

export type TeamColourName = v.InferOutput<typeof TeamColourName>;
export type GivenColour = v.InferOutput<typeof GivenColour>;
export type TeamColour = v.InferOutput<typeof TeamColour>;
