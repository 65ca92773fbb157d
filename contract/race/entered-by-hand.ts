/** In place of the version of the game, in a session whose result was typed: it has no laps. */
export const enteredByHand = 'Entered by hand';
