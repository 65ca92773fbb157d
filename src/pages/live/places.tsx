import { Skeleton } from '../../components/Skeleton.tsx';

const lines = ['82%', '64%', '90%', '56%', '74%', '68%', '86%', '60%'];

/** A panel of rows that is not there yet; `heights` are classes. */
function rowsPlace(heights: string) {
  return (
    <div className={`grid content-start gap-2 overflow-hidden pt-2 ${heights}`}>
      <Skeleton width="120px" height={20} />
      {lines.map((width) => (
        <div key={width} className="flex h-9 items-center gap-2.5 border-b border-hair">
          <Skeleton width="40px" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}

export const mapPlace = (
  <div className="grid h-86 place-items-center desk:h-110 wide:h-78 short:h-70">
    <div className="h-3/5 w-4/5 animate-pulse rounded-full border-8 border-raised" />
  </div>
);
export const controlPlace = rowsPlace('h-80 wide:h-120');
export const weatherPlace = rowsPlace('h-52');
