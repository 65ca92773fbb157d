import { Skeleton } from '../../components/Skeleton.tsx';

/** Keeps the place of a panel until it is there; `heights` are classes. */
function place(heights: string) {
  return (
    <div className={heights}>
      <Skeleton height="100%" />
    </div>
  );
}

export const mapPlace = place('h-86 desk:h-110 wide:h-78 short:h-70');
export const controlPlace = place('h-80 wide:h-120');
export const weatherPlace = place('h-52');
