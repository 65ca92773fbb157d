import type { LiveStore } from '../../actors/live.ts';
import { latePart } from '../../components/late-part.tsx';
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

export const DriverSheet = latePart<DriverSheetProps>(() =>
  import('./DriverSheet.tsx').then((module) => module.DriverSheet),
);
export const TimedTower = latePart<TimedTowerProps>(
  () => import('./TimedTower.tsx').then((module) => module.TimedTower),
  <SkeletonTable rows={22} />,
  // Its order is right, and its columns are those of a race.
  (props) => <Tower {...props} />,
);
export const ViewSheet = latePart<ViewSheetProps>(() => import('./ViewSheet.tsx').then((module) => module.ViewSheet));
export const Wall = latePart<WallProps>(() => import('./Wall.tsx').then((module) => module.Wall));
export const SessionEnded = latePart<SessionEndedProps>(() =>
  import('./SessionEnded.tsx').then((module) => module.SessionEnded),
);
export const MissingRace = latePart<MissingRaceProps>(() =>
  import('./MissingRace.tsx').then((module) => module.MissingRace),
);
export const KeyForm = latePart<KeyFormProps>(() => import('./KeyForm.tsx').then((module) => module.KeyForm));
export const RaceControl = latePart<RaceControlProps>(
  () => import('./RaceControl.tsx').then((module) => module.RaceControl),
  controlPlace,
);
export const HeaderWeather = latePart<{ store: LiveStore }>(() =>
  import('./HeaderWeather.tsx').then((module) => module.HeaderWeather),
);
export const NewestMessage = latePart<{ store: LiveStore }>(() =>
  import('./NewestMessage.tsx').then((module) => module.NewestMessage),
);
export const WeatherForecast = latePart<{ store: LiveStore }>(
  () => import('./WeatherForecast.tsx').then((module) => module.WeatherForecast),
  weatherPlace,
);
export const Summary = latePart<SummaryProps>(() => import('./Summary.tsx').then((module) => module.Summary));
export const Championship = latePart<ChampionshipProps>(
  () => import('./Championship.tsx').then((module) => module.Championship),
  <SkeletonTable rows={10} />,
);
export const MapPanel = latePart<MapPanelProps>(
  () => import('./MapPanel.tsx').then((module) => module.MapPanel),
  mapPlace,
);
