interface Selection {
  /** The number of selected sessions that are attached already. */
  readonly attached: number;
  readonly selected: number;
}

/** The note of “Attach to an event” on sessions that are in events of the season already; null if there are none. */
export function attachedText({ attached, selected }: Selection): string | null {
  if (attached === 0) return null;
  if (attached < selected)
    return attached === 1
      ? '1 session is in an event of this season already, and stays there.'
      : `${attached} sessions are in events of this season already, and stay there.`;
  return selected === 1
    ? 'This session is in an event of this season already, and counts once. To move it, remove it there first.'
    : 'These sessions are in events of this season already, and count once. To move them, remove them there first.';
}

/** The label of an event that has some of the selected sessions; null where it has none. */
export function attachedLabel({ attached, selected }: Selection): string | null {
  if (attached === 0) return null;
  return attached === selected ? 'Attached here' : `${attached} here already`;
}
