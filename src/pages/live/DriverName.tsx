import { memo } from 'react';
import { TeamBar } from '../../components/TeamBar.tsx';

interface DriverNameProps {
  readonly carIndex: number;
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

/** Team, code, places gained, state, penalties and warnings. */
export const DriverName = memo(function DriverName(props: DriverNameProps) {
  const { carIndex, code, name, team, gained, penalties, warnings, chip, isDense, withName } = props;
  const marks = [penalties, warnings].filter((mark) => mark !== '');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TeamBar team={team} driver={carIndex} height={26} />
      <span className={isDense ? 'flex min-w-0 items-baseline gap-1.5' : 'grid min-w-0'}>
        <span className="flex min-w-0 items-baseline gap-1.5 max-desk:shrink-0">
          <span aria-hidden="true" className="text-17 font-750">
            {code}
          </span>
          <bdi className={withName ? 'truncate text-14 text-mute max-desk:sr-only' : 'sr-only'}>{name}</bdi>
          {isDense && (chip !== '' || penalties !== '') ? null : <Gained places={gained} />}
        </span>
        {chip === '' && marks.length === 0 ? null : (
          // Parts that do not fit beside the empty box before them are hidden as a whole: the driver's sheet shows
          // them.
          <span className="whole-parts h-4 min-w-0 items-baseline gap-x-1 text-12 leading-4 font-650 whitespace-nowrap">
            {chip === '' ? null : <Chip text={chip} />}
            {marks.map((mark) => (
              <span key={mark} className="text-amber">
                {mark}
              </span>
            ))}
          </span>
        )}
      </span>
    </span>
  );
});

/** Amber for the pit lane alone; a chequered mark for finishers. */
function Chip({ text }: { text: string }) {
  if (text === 'FIN') return <span role="img" aria-label="Finished" className="chequered h-2.5 w-3.75 shrink-0" />;
  const colour = text === 'PIT' ? 'bg-amber text-black' : 'bg-line text-text';
  return <span className={`shrink-0 rounded-8 px-1 ${colour}`}>{text}</span>;
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
