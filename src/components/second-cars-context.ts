import { createContext } from 'react';

/** Who is not the first driver of their team: by car index in a race, by name in a season. */
export const SecondCarsContext = createContext<ReadonlySet<number | string>>(new Set());
