/** A placeholder for a line of text; `width` is a CSS length, as may be `height`. */
export function Skeleton({ width = '100%', height = 16 }: { width?: string; height?: number | string }) {
  return <div className="animate-pulse rounded-8 bg-raised" style={{ width, height }} />;
}

/** A placeholder for a list of cards. */
export function SkeletonCards({ count, height = 72 }: { count: number; height?: number }) {
  const cards = Array.from({ length: count }, (_, index) => `card ${index}`);
  return (
    <div className="grid gap-3">
      {cards.map((card) => (
        <Skeleton key={card} height={height} />
      ))}
    </div>
  );
}

/** A placeholder for a table. */
export function SkeletonTable({ rows }: { rows: number }) {
  const lines = Array.from({ length: rows }, (_, index) => `row ${index}`);
  return (
    <div className="grid">
      {lines.map((line) => (
        <div key={line} className="flex h-11 items-center gap-3 border-b border-hair">
          <Skeleton width="24px" />
          <Skeleton width="40%" />
          <Skeleton width="72px" />
        </div>
      ))}
    </div>
  );
}
