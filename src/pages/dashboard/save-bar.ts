/** The foot of a long form while it has something to save: it stays in sight, above the dock. */
export const saveBar = 'sticky bottom-18 z-10 stack gap-3 rounded-8 border border-line bg-raised p-3 desk:bottom-3';

/** The form of such a foot: a key that leads to a control does not leave it below the bar. */
export const aboveSaveBar = '**:scroll-mb-50';
