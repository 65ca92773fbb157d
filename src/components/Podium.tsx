import { TeamBar } from './TeamBar.tsx';

interface PodiumProps {
  readonly places: readonly {
    readonly position: number;
    readonly name: string;
    readonly team: string | null;
    /** Beside the name: a time or a gap. */
    readonly text?: string;
  }[];
}

/** The first three by name. */
export function Podium({ places }: PodiumProps) {
  return (
    <ol className="grid gap-1">
      {places.map(({ position, name, team, text }) => (
        <li key={`${position} ${name}`} className="flex min-w-0 items-center gap-2.5">
          <b className={`w-5 shrink-0 text-center font-800 ${position === 1 ? 'text-20' : 'text-17 text-mute'}`}>
            {position}
          </b>
          <TeamBar team={team} driver={name} height={position === 1 ? 24 : 18} />
          <bdi className={`name-text min-w-0 flex-1 ${position === 1 ? 'text-20 font-800' : 'font-650'}`}>{name}</bdi>
          {text === undefined ? null : (
            <span className={`shrink-0 ${position === 1 ? 'text-17 font-750' : 'text-14 text-mute'}`}>{text}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
