/**
 * Matches the default names of drivers: `Player`, `Player #7`, `Player #7 (McLaren)`, `Car 12`. A regular expression that
 * JavaScript and PostgreSQL read alike, to be used without regard to case.
 */
export const unnamedPattern = '^(player|car)( #?[0-9]{1,3})?( [(][^()]{1,60}[)])?$';
