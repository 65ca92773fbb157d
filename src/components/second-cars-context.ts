import { createContext } from 'react';

/** Cars of second drivers: by car index in a race, by name in a season. */
export const SecondCarsContext = createContext<ReadonlySet<number | string>>(new Set());
