import type { TitleFight } from '#contract/race/title-fight';
import { OrderAtStep } from '../../components/OrderAtStep.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { formatPoints } from '../../format/time.ts';
import { stepLabel } from './season-steps.ts';

interface OrderAfterStepProps {
  readonly fight: TitleFight;
  /** In the order of the rows. */
  readonly codes: readonly string[];
  readonly step: number;
  readonly onStep: (step: number) => void;
}

/** The number of rows; the table has all. */
const most = 12;

/** A slider over the rounds, and the order after the chosen one. */
export function OrderAfterStep({ fight: { steps, rows }, codes, step, onStep }: OrderAfterStepProps) {
  const chosen = steps[step];
  if (chosen === undefined) return null;
  const order = rows
    .map(({ name, team, behind }, index) => ({ name, team, behind: behind[step] ?? 0, code: codes[index] ?? '' }))
    .sort((one, other) => one.behind - other.behind)
    .slice(0, most)
    .map((row, index) => ({ ...row, place: index + 1 }));
  const title = `After ${stepLabel(chosen)}`;
  const gapText = (behind: number) => (behind === 0 ? '' : `−${formatPoints(behind)}`);
  return (
    <OrderAtStep
      label="Round"
      title={title}
      text={order.map(({ name, behind }) => `${name} ${gapText(behind)}`.trim()).join(', ')}
      last={steps.length - 1}
      step={step}
      onStep={onStep}
      listLabel={title}
    >
      {order.map(({ name, team, behind, code, place }) => (
        // The rows stay and their texts change: rows that move cost several times as much.
        <li key={place} className="flex h-7 items-center gap-1.5 contain-strict">
          <TeamBar team={team} driver={name} height={14} />
          <b title={name} className="truncate">
            {code}
          </b>
          <span className="ml-auto text-mute">{gapText(behind)}</span>
        </li>
      ))}
    </OrderAtStep>
  );
}
