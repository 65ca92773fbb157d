import { type Context, useContext } from 'react';

/** The value of a context. @throws Error outside of its provider. */
export function useRequired<Value>(context: Context<Value | null>, provider: string): Value {
  const value = useContext(context);
  if (value === null) throw new Error(`there is no ${provider} above`);
  return value;
}
