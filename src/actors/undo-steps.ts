import { useState } from 'react';

/** A list before a step and after it. */
interface Step<Item> {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

interface UndoStepsOptions<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly isDirty: boolean;
  readonly onChange: (items: readonly Item[]) => void;
}

interface UndoSteps<Item> {
  /** Changes the list in a way that can be undone. */
  readonly step: (after: readonly Item[]) => void;
  /** Null without a step since the last save. */
  readonly undo: (() => void) | null;
}

/** The steps of a list in a form, which are undone one by one. Typing is no step, and stays. */
export function useUndoSteps<Item>({ items, keyOf, isDirty, onChange }: UndoStepsOptions<Item>): UndoSteps<Item> {
  const [steps, setSteps] = useState<readonly Step<Item>[]>([]);
  // Saved or discarded changes are no longer steps of this form.
  if (!isDirty && steps.length > 0) setSteps([]);
  const last = steps.at(-1);
  return {
    step: (after) => {
      setSteps([...steps, { before: items, after }]);
      onChange(after);
    },
    undo:
      last === undefined
        ? null
        : () => {
            setSteps(steps.slice(0, -1));
            onChange(undoStep(items, last, keyOf));
          },
  };
}

/** Takes out what the step has put in, and puts back what it has taken out, with all other items as they are now. */
export function undoStep<Item>(
  items: readonly Item[],
  { before, after }: Step<Item>,
  keyOf: (item: Item) => string,
): readonly Item[] {
  const [keysBefore, keysAfter] = [before, after].map((list) => new Set(list.map(keyOf)));
  const undone = items.filter((item) => keysBefore?.has(keyOf(item)) || !keysAfter?.has(keyOf(item)));
  for (const [index, item] of before.entries()) if (!keysAfter?.has(keyOf(item))) undone.splice(index, 0, item);
  return undone;
}
