import type { CSSProperties } from 'react';
import type { TyreCompound } from '#contract/enumerations';
import { tyreOf } from '../../format/names.ts';

interface OverlayTyreProps {
  readonly compound: TyreCompound | null;
  readonly age: number | null;
  /** After the age. */
  readonly unit?: string;
}

/** A tyre compound as a ring with its letter, and its age in laps. */
export function OverlayTyre({ compound, age, unit = '' }: OverlayTyreProps) {
  if (compound === null) return null;
  const { letter, name, colour } = tyreOf(compound);
  return (
    <span className="tyre" data-tyre={letter} title={name} style={{ '--tyre': colour } as CSSProperties}>
      <span className="compound">{letter}</span>
      {age === null ? null : <span className="age">{`${age}${unit}`}</span>}
    </span>
  );
}
