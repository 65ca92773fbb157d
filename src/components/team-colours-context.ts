import { createContext } from 'react';
import { teamColour } from '#contract/race/team-colours';

/** The colour of a team. Without a provider it follows from the team's name alone. */
export const TeamColoursContext = createContext<(team: string | null) => string>(teamColour);
