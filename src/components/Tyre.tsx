import type { TyreCompound } from '#contract/enumerations';
import { tyreOf } from '../format/names.ts';

/** A tyre compound: a ring with its letter. */
export function Tyre({ compound, size = 24 }: { compound: TyreCompound; size?: number }) {
  const { letter, name, colour } = tyreOf(compound);
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className="inline-grid shrink-0 place-items-center rounded-full border-[3px] font-800"
      style={{ width: size, height: size, borderColor: colour, fontSize: size * 0.5, lineHeight: 1 }}
    >
      {letter}
    </span>
  );
}
