/** The longest name of a token or recorder, in visible characters. */
export const longestProgramName = 60;

/** The longest reason of a ruling, and note on official standings, in visible characters. */
export const longestNote = 500;
