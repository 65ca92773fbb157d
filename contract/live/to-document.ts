import type { LiveDetail, LiveDocument } from './document.ts';

/** The live document of a session; without the schemas of one, which pages of stored sessions do not need. */
export function toDocument(detail: LiveDetail): LiveDocument {
  const { drivers, ...rest } = detail;
  const byCar = drivers.map(({ carIndex, ...driver }) => [carIndex, toBranch(driver)]);
  // The schema of the document follows that of a session, field by field.
  return { ...(toBranch(rest) as LiveDocument), ...(byCar.length === 0 ? {} : { drivers: Object.fromEntries(byCar) }) };
}

function toBranch(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, child]) => child !== null && child !== undefined && !(Array.isArray(child) && child.length === 0))
    .map(([key, child]) => [key, toBranch(child)]);
  return Object.fromEntries(entries);
}
