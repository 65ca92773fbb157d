import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import type { LiveStore } from '../../actors/live.ts';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import type { ChampionshipProps } from './Championship.tsx';
import type { DriverSheetProps } from './DriverSheet.tsx';
import type { MapPanelProps } from './MapPanel.tsx';
import { controlPlace, mapPlace, weatherPlace } from './places.tsx';
import type { RaceControlProps } from './RaceControl.tsx';
import type { SummaryProps } from './Summary.tsx';
import type { TimedTowerProps } from './TimedTower.tsx';
import { Tower } from './Tower.tsx';
import type { ViewSheetProps } from './ViewSheet.tsx';
import type { WallProps } from './Wall.tsx';

interface Waiting {
  /** Keeps the place of the part, and loads nothing yet. */
  readonly isWaiting?: boolean;
}

/** A part that is loaded when it is shown first. Where its chunk cannot be loaded another one stands in, or it stays closed. */
function lazyPart<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  placeholder: ReactNode = null,
  substitute: FunctionComponent<Props> = () => null,
): FunctionComponent<Props & Waiting> {
  const Part = lazy(async (): Promise<{ default: FunctionComponent<Props> }> => {
    const loaded = await load().catch(() => null);
    return { default: loaded ?? substitute };
  });
  return ({ isWaiting = false, ...props }) =>
    isWaiting ? (
      placeholder
    ) : (
      <Suspense fallback={placeholder}>
        <Part {...(props as Props)} />
      </Suspense>
    );
}

export const DriverSheet = lazyPart<DriverSheetProps>(() =>
  import('./DriverSheet.tsx').then((module) => module.DriverSheet),
);
export const TimedTower = lazyPart<TimedTowerProps>(
  () => import('./TimedTower.tsx').then((module) => module.TimedTower),
  <SkeletonTable rows={22} />,
  // Its order is right, and its columns are those of a race.
  (props) => <Tower {...props} />,
);
export const ViewSheet = lazyPart<ViewSheetProps>(() => import('./ViewSheet.tsx').then((module) => module.ViewSheet));
export const Wall = lazyPart<WallProps>(() => import('./Wall.tsx').then((module) => module.Wall));
export const KeyForm = lazyPart(() => import('./KeyForm.tsx').then((module) => module.KeyForm));
export const RaceControl = lazyPart<RaceControlProps>(
  () => import('./RaceControl.tsx').then((module) => module.RaceControl),
  controlPlace,
);
export const NewestMessage = lazyPart<{ store: LiveStore }>(() =>
  import('./NewestMessage.tsx').then((module) => module.NewestMessage),
);
export const WeatherForecast = lazyPart<{ store: LiveStore }>(
  () => import('./WeatherForecast.tsx').then((module) => module.WeatherForecast),
  weatherPlace,
);
export const Summary = lazyPart<SummaryProps>(() => import('./Summary.tsx').then((module) => module.Summary));
export const Championship = lazyPart<ChampionshipProps>(
  () => import('./Championship.tsx').then((module) => module.Championship),
  <SkeletonTable rows={10} />,
);
export const MapPanel = lazyPart<MapPanelProps>(
  () => import('./MapPanel.tsx').then((module) => module.MapPanel),
  mapPlace,
);
