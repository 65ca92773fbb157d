import type { FormEvent } from 'react';

/** Runs an action instead of the browser's own submit. */
export function onSubmit(action: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    action();
  };
}
