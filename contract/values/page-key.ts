import * as v from 'valibot';
import { Instant, Uuid } from './values.ts';

/** The place of an entry in a list that begins with the newest: its time and its id. */
export const PageKey = v.pipe(
  v.string(),
  v.maxLength(80),
  v.check((key) => {
    const [time, id, ...others] = key.split('_');
    return v.is(Instant, time) && v.is(Uuid, id) && others.length === 0;
  }, 'must be the `next` of a page'),
);
