import type { LiveLine } from '#contract/race/live-timing';
import { foldName } from '#contract/text/fold-text';
import type { LiveStore } from '../../actors/live.ts';

type View = NonNullable<ReturnType<LiveStore['state']>['view']>;

/** The line of a driver by code, car number or name, or the one who is called `leader` or `fastest`; null without one. */
export function findCar(view: View, driver: string): LiveLine | null {
  const wanted = foldName(driver);
  if (wanted === 'leader') return view.lines[0] ?? null;
  if (wanted === 'fastest') return view.lines.find(({ best }) => best.highlight === 'sessionBest') ?? null;
  return (
    view.lines.find((line) => {
      const row = view.rows.get(line.carIndex);
      const names = [row?.code, line.driver.carNumber?.toString(), row?.name];
      return names.some((name) => name != null && foldName(name) === wanted);
    }) ?? null
  );
}
