/** Which form of which entity a draft belongs to. */
export interface DraftId {
  /** The user who typed it. */
  readonly owner: string;
  readonly form: string;
  /** Null for something that does not exist yet. */
  readonly entityId: string | null;
}

/** A draft to be stored, with its title and path for lists. */
export interface NewDraft extends DraftId {
  readonly title: string;
  readonly path: string;
  readonly value: unknown;
}

/** The key of a draft wherever drafts are stored. */
export function draftKeyOf({ owner, form, entityId }: DraftId): string {
  return JSON.stringify([owner, form, entityId]);
}
