import type { PointsLine } from '../../format/points-lines.ts';

/** The lines that explain the points of a result. */
export function PointsList({ lines }: { lines: readonly PointsLine[] }) {
  return (
    <dl className="grid">
      {lines.map(({ key, label, detail, value }) => {
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
  );
}
