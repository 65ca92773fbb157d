import { memo } from 'react';
import { TeamBar } from '../TeamBar.tsx';

interface DriverNameProps {
  readonly code: string;
  readonly name: string;
  readonly team: string | null;
  readonly gained: number | null;
  readonly penalties: string;
  readonly warnings: string;
  /** PIT, OUT LAP, GARAGE or FIN. */
  readonly chip: string;
  /** All of it in one line. */
  readonly isDense: boolean;
  readonly withName: boolean;
}

/** Team, code, places won, state, penalties and warnings. */
export const DriverName = memo(function DriverName(props: DriverNameProps) {
  const { code, name, team, gained, penalties, warnings, chip, isDense, withName } = props;
  const marks = `${penalties} ${warnings}`.trim();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TeamBar team={team} height={26} />
      <span className={isDense ? 'flex min-w-0 items-baseline gap-1.5' : 'grid min-w-0'}>
        <span className="flex min-w-0 items-baseline gap-1.5">
          <span aria-hidden="true" className="text-17 font-750">
            {code}
          </span>
          <bdi className={withName ? 'truncate text-14 text-mute max-desk:sr-only' : 'sr-only'}>{name}</bdi>
          {isDense && chip !== '' ? null : <Gained places={gained} />}
        </span>
        {chip === '' && marks === '' ? null : (
          <span className="flex min-w-0 items-baseline gap-1 text-12 font-650">
            {chip === '' ? null : <Chip text={chip} />}
            {marks === '' ? null : <span className="truncate text-amber">{marks}</span>}
          </span>
        )}
      </span>
    </span>
  );
});

/** Amber for the pit lane alone. */
function Chip({ text }: { text: string }) {
  const colour = text === 'PIT' ? 'bg-amber text-black' : 'bg-line text-text';
  return <span className={`shrink-0 rounded-8 px-1 leading-4 ${colour}`}>{text}</span>;
}

function Gained({ places }: { places: number | null }) {
  if (places === null || places === 0) return null;
  return (
    <span className={`shrink-0 text-12 font-650 ${places > 0 ? 'text-green' : 'text-red'}`}>
      <span aria-hidden="true">{places > 0 ? '▲' : '▼'}</span>
      <span className="sr-only">{places > 0 ? 'won ' : 'lost '}</span>
      {Math.abs(places)}
    </span>
  );
}
