import { parseDraft } from '../drafts/parse-draft.ts';

/** The texts that a stored draft changes, as they were typed; none where it changes other things alone. */
export function draftTexts(stored: unknown): string[] {
  const draft = parseDraft(stored, (value) => (typeof value === 'object' && value !== null ? value : null));
  if (draft === null) return [];
  const base: ReadonlyMap<string, unknown> = new Map(Object.entries(draft.base));
  return Object.entries(draft.value).flatMap(([field, value]) =>
    typeof value === 'string' && value.trim() !== '' && value !== base.get(field) && !isMachineText(value)
      ? [value]
      : [],
  );
}

/** Instants and ids are of no use to a person. */
function isMachineText(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT|^[\da-f]{8}-[\da-f]{4}-/.test(text);
}
