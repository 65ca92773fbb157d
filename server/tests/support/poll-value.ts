import { expect } from 'vitest';

/** Reads again and again, for as long as `expect.poll` does, until there is a value. */
export async function pollValue<Value>(read: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  let value: Value | undefined;
  await expect
    .poll(async () => {
      value = await read();
      return value;
    })
    .toBeDefined();
  return value as Value;
}
