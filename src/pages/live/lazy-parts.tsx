import type { LiveStore } from '../../actors/live.ts';
import { deferredPart } from '../../components/deferred-part.tsx';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import type { ChampionshipProps } from './Championship.tsx';
import type { DriverSheetProps } from './DriverSheet.tsx';
import type { KeyFormProps } from './KeyForm.tsx';
import type { MapPanelProps } from './MapPanel.tsx';
import type { MissingRaceProps } from './MissingRace.tsx';
import { controlPlace, mapPlace, weatherPlace } from './places.tsx';
import type { RaceControlProps } from './RaceControl.tsx';
import type { SessionEndedProps } from './SessionEnded.tsx';
import type { SummaryProps } from './Summary.tsx';
import type { TimedTowerProps } from './TimedTower.tsx';
import { Tower } from './Tower.tsx';
import type { ViewSheetProps } from './ViewSheet.tsx';
import type { WallProps } from './Wall.tsx';

export const DriverSheet = deferredPart<DriverSheetProps>(() =>
  import('./DriverSheet.tsx').then((module) => module.DriverSheet),
);
export const TimedTower = deferredPart<TimedTowerProps>(
  () => import('./TimedTower.tsx').then((module) => module.TimedTower),
  <SkeletonTable rows={22} />,
  // Its order is right, and its columns are those of a race.
  (props) => <Tower {...props} />,
);
export const ViewSheet = deferredPart<ViewSheetProps>(() =>
  import('./ViewSheet.tsx').then((module) => module.ViewSheet),
);
export const Wall = deferredPart<WallProps>(() => import('./Wall.tsx').then((module) => module.Wall));
export const SessionEnded = deferredPart<SessionEndedProps>(() =>
  import('./SessionEnded.tsx').then((module) => module.SessionEnded),
);
export const MissingRace = deferredPart<MissingRaceProps>(() =>
  import('./MissingRace.tsx').then((module) => module.MissingRace),
);
export const KeyForm = deferredPart<KeyFormProps>(() => import('./KeyForm.tsx').then((module) => module.KeyForm));
export const RaceControl = deferredPart<RaceControlProps>(
  () => import('./RaceControl.tsx').then((module) => module.RaceControl),
  controlPlace,
);
export const HeaderWeather = deferredPart<{ store: LiveStore }>(() =>
  import('./HeaderWeather.tsx').then((module) => module.HeaderWeather),
);
export const NewestMessage = deferredPart<{ store: LiveStore }>(() =>
  import('./NewestMessage.tsx').then((module) => module.NewestMessage),
);
export const WeatherForecast = deferredPart<{ store: LiveStore }>(
  () => import('./WeatherForecast.tsx').then((module) => module.WeatherForecast),
  weatherPlace,
);
export const Summary = deferredPart<SummaryProps>(() => import('./Summary.tsx').then((module) => module.Summary));
export const Championship = deferredPart<ChampionshipProps>(
  () => import('./Championship.tsx').then((module) => module.Championship),
  <SkeletonTable rows={10} />,
);
export const MapPanel = deferredPart<MapPanelProps>(
  () => import('./MapPanel.tsx').then((module) => module.MapPanel),
  mapPlace,
);
