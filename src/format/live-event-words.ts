import type { LiveFlag } from '#contract/entities/track-flag';
import { PenaltyType } from '#contract/penalties';
import type { LiveEvent } from '#contract/race/live-feed';
import { statusLabel } from '#contract/race/status-label';
import { formatCountdown, sectorsText } from './live-head.ts';
import { infringementName, penaltyName } from './penalty-names.ts';
import { formatLap } from './time.ts';

const eventFilters = {
  penalty: 'Penalties',
  warning: 'Warnings',
  overtake: 'Overtakes',
  fastestLap: 'Fastest laps',
  stop: 'Stops',
  out: 'Retirements',
  flag: 'Flags',
} as const satisfies Record<LiveEvent['kind'], string>;

/** Choices of messages: all but passes, all, or those of one kind. */
export const messageChoices: readonly (readonly [value: string, label: string])[] = [
  ['', 'Without passes'],
  ['all', 'Everything'],
  ...Object.entries(eventFilters),
];

/** Whether a message is shown by a choice. */
export function isMessageShown({ kind }: LiveEvent, chosen: string): boolean {
  return chosen === 'all' || (chosen === '' ? kind !== 'overtake' : kind === chosen);
}

/** The name of a car in a message, whose direction does not change that of the text around it. */
export function messageName(
  names: ReadonlyMap<number, { readonly name: string }> | undefined,
  carIndex: number,
): string {
  return `\u2068${names?.get(carIndex)?.name ?? `Car ${carIndex}`}\u2069`;
}

/** When an event was: its lap, or the time since the start of a session without laps of a leader; empty if unknown. */
export function eventMoment({ lap, time }: LiveEvent): string {
  if (lap !== null) return `L${lap}`;
  return time === null ? '' : formatCountdown(Math.floor(time / 1_000));
}

/** One event in words: its subject, and the rest. */
export interface EventText {
  readonly mark: string;
  readonly colour: 'amber' | 'red' | 'purple' | 'text' | 'green' | 'yellow';
  readonly text: string;
}

/** Classes of the colours. */
export const messageColours: Readonly<Record<EventText['colour'], string>> = {
  amber: 'text-amber',
  red: 'text-red',
  purple: 'text-purple',
  green: 'text-green',
  yellow: 'text-yellow',
  text: '',
};

const flagMarks = {
  green: { mark: 'GREEN', colour: 'green', text: 'track clear' },
  yellow: { mark: 'YELLOW', colour: 'yellow', text: '' },
  doubleYellow: { mark: 'DOUBLE YELLOW', colour: 'yellow', text: '' },
  // Red words are too faint on a red line.
  red: { mark: 'RED FLAG', colour: 'text', text: 'session stopped' },
  safetyCar: { mark: 'SAFETY CAR', colour: 'amber', text: 'deployed' },
  safetyCarEnding: { mark: 'SAFETY CAR', colour: 'amber', text: 'in this lap' },
  virtualSafetyCar: { mark: 'VSC', colour: 'amber', text: 'virtual safety car deployed' },
  virtualSafetyCarEnding: { mark: 'VSC ENDING', colour: 'amber', text: '' },
  formationLap: { mark: 'FORMATION LAP', colour: 'amber', text: '' },
  chequered: { mark: 'CHEQUERED FLAG', colour: 'text', text: '' },
} as const satisfies Record<LiveFlag, EventText>;

/** An event in words; `nameOf` gives the name of a car. */
export function eventText(event: LiveEvent, nameOf: (carIndex: number) => string): EventText {
  switch (event.kind) {
    case 'flag':
      return { ...flagMarks[event.flag], text: sectorsText(event.sectors) || flagMarks[event.flag].text };
    case 'overtake':
      return { mark: 'PASS', colour: 'text', text: `${nameOf(event.car)} passes ${nameOf(event.other)}` };
    case 'fastestLap':
      return { mark: 'FASTEST LAP', colour: 'purple', text: `${nameOf(event.car)} ${formatLap(event.lapTime)}` };
    case 'stop':
      return { mark: 'PIT', colour: 'amber', text: `${nameOf(event.car)}${stopTime(event.pitLaneTime)}` };
    case 'out':
      return { mark: statusLabel(event.status) ?? 'OUT', colour: 'red', text: nameOf(event.car) };
    case 'warning':
      return { mark: 'WARNING', colour: 'amber', text: `${nameOf(event.car)}, number ${event.count}` };
    case 'penalty': {
      const infringement = infringementName(event.infringement);
      const other = event.other === null ? '' : ` with ${nameOf(event.other)}`;
      const reason = infringement === null ? '' : `, ${infringement}${other}`;
      return { mark: penaltyMark(event.type, event.seconds), colour: 'amber', text: `${nameOf(event.car)}${reason}` };
    }
  }
}

function stopTime(milliseconds: number | null): string {
  return milliseconds === null ? '' : `, ${(milliseconds / 1_000).toFixed(1)} s in the pit lane`;
}

function penaltyMark(type: PenaltyType, seconds: number | null): string {
  if (type === PenaltyType.TimePenalty && seconds !== null) return `+${seconds}s`;
  return penaltyName(type).toUpperCase();
}
