import type { Ruling } from '#contract/entities/ruling';
import type { Result } from '#contract/entities/season';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { seasonSessionPath } from '../../format/session-path.ts';
import { pointsLines } from './points-lines.ts';

interface PointsListProps {
  readonly seasonId: string;
  readonly result: Result;
  readonly pointsFactor: number | undefined;
  readonly rulings: readonly Ruling[] | undefined;
  /** The address at which the owner of the season rules on a session; null for everybody else. */
  readonly rulingsHref: string | null;
}

/** The lines that explain the points of a result, and the way to its session. */
export function PointsList({ seasonId, result, pointsFactor = 1, rulings = [], rulingsHref }: PointsListProps) {
  const { sessionId, driverIdx } = result;
  return (
    <>
      <dl className="grid">
        {pointsLines(result, pointsFactor, rulings).map(({ key, label, detail, value }) => {
          const isTotal = key === 'total';
          return (
            <div
              key={key}
              className={`flex min-h-9 items-center justify-between gap-3 py-1 ${isTotal ? 'text-17 font-800' : 'border-b border-hair'}`}
            >
              <dt className={`grid min-w-0 ${isTotal ? '' : 'text-mute'}`}>
                {label}
                {detail === null ? null : (
                  <span className="text-14 wrap-anywhere">
                    <bdi>{detail}</bdi>
                  </span>
                )}
              </dt>
              <dd className={`shrink-0 ${isTotal ? 'text-amber' : 'font-650'}`}>{value}</dd>
            </div>
          );
        })}
      </dl>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={seasonSessionPath(seasonId, sessionId)}>Open session</ButtonLink>
        {rulingsHref === null ? null : (
          <ButtonLink href={`${rulingsHref}?session=${sessionId}&car=${driverIdx}`}>Rule on this result</ButtonLink>
        )}
      </div>
    </>
  );
}
