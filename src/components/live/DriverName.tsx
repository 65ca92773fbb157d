import { memo } from 'react';
import { TeamBar } from '../TeamBar.tsx';

interface DriverNameProps {
  readonly code: string;
  readonly name: string;
  readonly team: string | null;
  readonly gained: number | null;
  readonly penalties: string;
  readonly warnings: string;
  readonly withName: boolean;
}

/** Team, code, places won, penalties and warnings. */
export const DriverName = memo(function DriverName(props: DriverNameProps) {
  const { code, name, team, gained, penalties, warnings, withName } = props;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TeamBar team={team} height={26} />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-baseline gap-1.5">
          <span aria-hidden="true" className="text-17 font-750">
            {code}
          </span>
          <bdi className={withName ? 'truncate text-14 text-mute max-desk:sr-only' : 'sr-only'}>{name}</bdi>
          <Gained places={gained} />
        </span>
        {penalties === '' && warnings === '' ? null : (
          <span className="truncate text-12 font-650 text-amber">
            {penalties} {warnings}
          </span>
        )}
      </span>
    </span>
  );
});

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
