import { memo, useMemo } from 'react';
import type { RulingCreate, RulingsCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/ruling';
import type { Result, Season } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { preparePreview } from '#contract/race/preview';
import { rulingForEachCar, rulingsInForce, untimedCars } from '#contract/race/rulings';
import { resultChanges } from '#contract/race/standings-changes';
import { useShowStandings } from '../../../actors/standings-preview.tsx';
import { StandingsDiff } from '../../../components/season/StandingsDiff.tsx';
import { resultText } from '../../../format/results.ts';

interface RulingPreviewProps {
  readonly season: Season;
  readonly session: Session;
  /** Those that are imagined; null while one is incomplete. */
  readonly rulings: readonly (RulingsCreate | Ruling)[] | null;
}

/** The session and the championship after a ruling; computed on this device. */
export const RulingPreview = memo(Preview, (one, other) => {
  const isSame = one.season === other.season && one.session === other.session;
  return isSame && JSON.stringify(one.rulings) === JSON.stringify(other.rulings);
});

function Preview({ season, session, rulings }: RulingPreviewProps) {
  // Before a ruling is complete: both sides are computed by the same code, and the second time is fast.
  const { preview, present, before } = useMemo(() => {
    const inForce = rulingsInForce(season.rulings ?? []).filter(({ sessionId }) => sessionId === session.id);
    const prepared = preparePreview(season, session);
    return { preview: prepared, present: inForce, before: prepared(inForce) };
  }, [season, session]);
  const after = useMemo(
    () => (rulings === null ? null : preview([...present, ...rulings.flatMap(rulingForEachCar).map(imagined)])),
    [preview, present, rulings],
  );
  useShowStandings(after);
  if (after === null) return <p className="text-mute">Choose a driver and a ruling to see what it changes.</p>;
  const results = resultChanges(before, after, session.id);
  const untimed = (rulings ?? []).flatMap((ruling) => untimedCars(ruling, session.drivers));
  return (
    <div className="stack gap-3" aria-live="polite">
      {untimed.length === 0 ? null : (
        <p className="text-amber">
          The result has no time of <bdi>{untimed.map(({ name }) => name).join(', ')}</bdi>: seconds change no place.
          Take places instead.
        </p>
      )}
      {results.length === 0 ? null : (
        <div className="stack gap-1">
          <p className="text-14 text-mute">In this session</p>
          <ul className="stack">
            {results.map((change) => (
              <li key={change.name} className="flex min-h-8 items-center justify-between gap-3 border-b border-hair">
                <bdi className="min-w-0 truncate font-650">{change.name}</bdi>
                <span className="shrink-0 whitespace-nowrap">
                  <span className="text-mute">{textOf(change.before)} →</span>{' '}
                  <span className="font-800">{textOf(change.after)}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {/* At a desk the standings beside the form show it. */}
      <div className="stack gap-1 min-[1280px]:hidden">
        <p className="text-14 text-mute">In the championship</p>
        <StandingsDiff
          before={before}
          after={after}
          label="Standings with this ruling"
          equalText="The standings stay as they are."
        />
      </div>
    </div>
  );
}

function textOf(result: Result | null): string {
  if (result === null) return 'no result';
  const text = resultText(result);
  return /^\d+$/.test(text) ? `P${text}` : text;
}

/** A ruling as if it had been made, after all others. */
function imagined(ruling: RulingCreate): Ruling {
  return {
    ...ruling,
    id: '00000000-0000-7000-8000-000000000000',
    authorName: null,
    madeAt: '9999-12-31T23:59:59.999Z',
    withdrawnAt: null,
    state: 'inForce',
  };
}
