import * as v from 'valibot';
import type { Draft } from '#machines/editor';

const StoredDraft = v.object({
  value: v.unknown(),
  base: v.unknown(),
  version: v.nullable(v.string()),
  attempts: v.array(v.object({ key: v.string(), sent: v.unknown(), isResent: v.boolean() })),
});

/** Reads a stored draft; null when it has another shape, such as one of another version of the app. */
export function parseDraft<Value>(stored: unknown, parseValue: (value: unknown) => Value | null): Draft<Value> | null {
  const result = v.safeParse(StoredDraft, stored);
  if (!result.success) return null;
  const [value, base] = [parseValue(result.output.value), parseValue(result.output.base)];
  if (value === null || base === null) return null;
  const attempts = result.output.attempts.flatMap(({ sent, ...rest }) => {
    const parsed = parseValue(sent);
    return parsed === null ? [] : [{ ...rest, sent: parsed }];
  });
  return { value, base, version: result.output.version, attempts };
}
