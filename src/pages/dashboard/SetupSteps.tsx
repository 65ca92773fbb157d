const steps = ['League', 'Season', 'Calendar', 'Race night'] as const;

/** How far a new admin is on the way to the first race. */
export function SetupSteps({ current }: { current: (typeof steps)[number] }) {
  const reached = steps.indexOf(current);
  return (
    <ol aria-label="From a league to its first race" className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-mute">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === reached ? 'step' : undefined}
          className="flex items-center gap-1.5 aria-[current=step]:font-650 aria-[current=step]:text-text"
        >
          <span aria-hidden="true" className={index < reached ? 'text-green' : ''}>
            {index < reached ? '✓' : index + 1}
          </span>
          {step}
          {index < reached ? <span className="sr-only">, done</span> : null}
        </li>
      ))}
    </ol>
  );
}
