import { createContext } from 'react';

/** The lap that is read off; 0 is the grid. Only what shows it reads it: charts stay as they are while it moves. */
export const ReadLapContext = createContext(0);
