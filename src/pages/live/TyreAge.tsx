import { memo } from 'react';
import type { TyreCompound } from '#contract/enumerations';
import { Tyre } from '../../components/Tyre.tsx';

/** The tyre and its age in laps. */
export const TyreAge = memo(function TyreAge({ compound, age }: { compound: TyreCompound | null; age: number | null }) {
  return compound === null ? (
    <span className="text-mute">—</span>
  ) : (
    <span className="inline-flex items-center gap-1">
      <Tyre compound={compound} />
      <span className="w-4.5 text-left text-14 text-mute">
        {age}
        <span className="sr-only">{age === 1 ? ' lap' : ' laps'}</span>
      </span>
    </span>
  );
});
