import { wideOnly } from './cell-classes.ts';

/** The first columns of every classification. */
export const driverColumns = [
  { name: 'P', className: 'w-8 text-center' },
  { name: 'Driver', className: 'text-left' },
] as const;

/** A column of a wide screen. */
export const wideColumn = (name: string, className = '') => ({ name, className: `${wideOnly} ${className}` });
