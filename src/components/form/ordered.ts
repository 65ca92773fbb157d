import type { FormEvent } from 'react';

/** Runs an order in place of the browser's own sending. */
export function ordered(order: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    order();
  };
}
