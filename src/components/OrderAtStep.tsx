import { type ReactNode, useId } from 'react';

interface OrderAtStepProps {
  /** The name of the steps, such as laps. */
  readonly label: string;
  /** The chosen step. */
  readonly title: string;
  /** The order at the chosen step, for screen readers. */
  readonly text: string;
  readonly last: number;
  readonly step: number;
  readonly onStep: (step: number) => void;
  /** The name of the list. */
  readonly listLabel: string;
  /** The rows of the list. */
  readonly children: ReactNode;
}

/** A slider from step 0 to the last one, beside the name of the chosen one, and the order at that step. */
export function OrderAtStep({ label, title, text, last, step, onStep, listLabel, children }: OrderAtStepProps) {
  const id = useId();
  return (
    <div className="stack gap-2">
      <div className="no-print">
        {/* While it changes, browsers lay out nothing around an element that contains its layout and its size, outside of grids. */}
        <div className="flex h-11 items-center gap-4 [contain:size_layout]">
          <label htmlFor={id} className="w-24 shrink-0 font-750">
            {title}
          </label>
          <input
            id={id}
            type="range"
            aria-label={label}
            min={0}
            max={last}
            value={step}
            aria-valuetext={`${title}: ${text}`}
            onChange={(event) => onStep(event.target.valueAsNumber)}
            className="h-11 min-w-0 flex-1 cursor-pointer accent-red"
          />
        </div>
      </div>
      <ol
        aria-label={listLabel}
        className="grid isolate grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-x-4 text-14"
      >
        {children}
      </ol>
    </div>
  );
}
