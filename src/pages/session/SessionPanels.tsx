import type { Session } from '#contract/entities/session';
import { OvertakeList } from '../../components/session/OvertakeList.tsx';
import { PenaltyList } from '../../components/session/PenaltyList.tsx';
import { StintChart } from '../../components/session/StintChart.tsx';
import { WeatherPanel } from '../../components/session/WeatherPanel.tsx';
import { LapsPanel } from './LapsPanel.tsx';

const panels = {
  laps: LapsPanel,
  tyres: StintChart,
  penalties: PenaltyList,
  overtakes: OvertakeList,
  weather: WeatherPanel,
} as const;

export interface SessionPanelsProps {
  readonly session: Session;
  readonly name: keyof typeof panels;
}

/** The tabs of a session beside its results and its story. */
export function SessionPanels({ session, name }: SessionPanelsProps) {
  const Panel = panels[name];
  return <Panel session={session} />;
}
