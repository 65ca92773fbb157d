import type { LiveFlag } from '#contract/entities/track-flag';
import { ResultStatus } from '#contract/enumerations';
import { PenaltyType } from '#contract/penalties';
import { isDecisive, type LiveEvent } from '#contract/race/live-feed';
import { sectorsText } from './live-head.ts';
import { infringementName, penaltyName } from './penalty-names.ts';
import { formatCountdown, formatLap } from './time.ts';

const kindLabels = {
  flag: 'Flags',
  penalty: 'Penalties',
  out: 'Retirements',
  lead: 'Lead changes',
  fastestLap: 'Fastest laps',
  stop: 'Stops',
  warning: 'Warnings',
  deletedLap: 'Deleted laps',
  overtake: 'Passes',
} as const satisfies Record<LiveEvent['kind'], string>;

/** A choice of messages: those that decide, all, or those of a kind. */
export interface MessageChoice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** The choices that some messages leave, with how many each shows. */
export function messageChoices(events: readonly LiveEvent[]): MessageChoice[] {
  const counted = [['', 'Key moments'], ['all', 'All'], ...Object.entries(kindLabels)].map(
    ([value = '', label = '']): MessageChoice => ({
      value,
      label,
      count: events.filter((event) => isMessageShown(event, value)).length,
    }),
  );
  return counted.filter(({ value, count }) => value === '' || count > 0);
}

/** Whether a message is shown by a choice. */
export function isMessageShown(event: LiveEvent, chosen: string): boolean {
  return chosen === '' ? isDecisive(event) : chosen === 'all' || event.kind === chosen;
}

/** The name of a car in a message, whose direction does not change that of the text around it. */
export function messageName(
  names: ReadonlyMap<number, { readonly name: string }> | undefined,
  carIndex: number,
): string {
  return `\u2068${names?.get(carIndex)?.name ?? `Car ${carIndex}`}\u2069`;
}

/** The time since the start of the session: `04:09`, `1:02:05`; empty if unknown. */
export function eventClock(time: number | null): string {
  return time === null ? '' : formatCountdown(Math.floor(time / 1_000)).padStart(5, '0');
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
  green: { mark: 'GREEN FLAG', colour: 'green', text: '' },
  yellow: { mark: 'YELLOW FLAG', colour: 'yellow', text: '' },
  doubleYellow: { mark: 'DOUBLE YELLOW FLAG', colour: 'yellow', text: '' },
  // Red words are too faint on a red line.
  red: { mark: 'RED FLAG', colour: 'text', text: 'session stopped' },
  safetyCar: { mark: 'SAFETY CAR', colour: 'amber', text: '' },
  safetyCarEnding: { mark: 'SAFETY CAR', colour: 'amber', text: 'in this lap' },
  virtualSafetyCar: { mark: 'VIRTUAL SAFETY CAR', colour: 'amber', text: '' },
  virtualSafetyCarEnding: { mark: 'VIRTUAL SAFETY CAR', colour: 'amber', text: 'ending' },
  formationLap: { mark: 'FORMATION LAP', colour: 'amber', text: '' },
  chequered: { mark: 'CHEQUERED FLAG', colour: 'text', text: '' },
} as const satisfies Record<LiveFlag, EventText>;

const outMarks: Partial<Record<ResultStatus, string>> = {
  [ResultStatus.Retired]: 'RETIRED',
  [ResultStatus.Disqualified]: 'DISQUALIFIED',
};

/** An event in words; `nameOf` gives the name of a car. */
export function eventText(event: LiveEvent, nameOf: (carIndex: number) => string): EventText {
  switch (event.kind) {
    case 'flag': {
      const { mark, colour, text } = flagMarks[event.flag];
      return { mark, colour, text: [sectorsText(event.sectors) || text, endText(event)].filter(Boolean).join(', ') };
    }
    case 'overtake':
      return { mark: 'PASS', colour: 'text', text: `${nameOf(event.car)} passes ${nameOf(event.other)}` };
    case 'lead':
      return { mark: 'NEW LEADER', colour: 'text', text: leadText(event, nameOf) };
    case 'fastestLap': {
      const text = `${nameOf(event.car)} ${formatLap(event.lapTime)}, lap ${event.onLap}`;
      return { mark: 'FASTEST LAP', colour: 'purple', text };
    }
    case 'stop':
      return { mark: 'PIT STOP', colour: 'amber', text: `${nameOf(event.car)}${stopTime(event.pitLaneTime)}` };
    case 'out':
      return {
        mark: outMarks[event.status] ?? 'OUT',
        colour: 'red',
        text: `${nameOf(event.car)}${reasonText(event.infringement)}`,
      };
    case 'warning': {
      const did = event.isCornerCut ? ' cut a corner' : '';
      return { mark: 'WARNING', colour: 'amber', text: `${nameOf(event.car)}${did}, ${ordinal(event.count)} warning` };
    }
    case 'deletedLap':
    case 'penalty': {
      const other = event.other === null ? '' : ` with ${nameOf(event.other)}`;
      const reason = reasonText(event.infringement);
      return {
        mark: penaltyMark(event.type, event.seconds),
        colour: event.kind === 'penalty' ? 'amber' : 'text',
        text: `${nameOf(event.car)}${reason}${reason === '' ? '' : other}`,
      };
    }
  }
}

/** `until 12:04, lap 9`; empty while it is out. */
function endText({ until, lap }: LiveEvent & { readonly kind: 'flag' }): string {
  if (until === null) return '';
  const parts = [eventClock(until.time), until.lap === null || until.lap === lap ? '' : `lap ${until.lap}`];
  const end = parts.filter(Boolean).join(', ');
  return end === '' ? '' : `until ${end}`;
}

function leadText({ car, other, reason }: LiveEvent & { readonly kind: 'lead' }, nameOf: (car: number) => string) {
  if (reason === null) return `${nameOf(car)} takes the lead from ${nameOf(other)}`;
  return `${nameOf(car)}, as ${nameOf(other)} ${reason === 'stop' ? 'stops in the pits' : 'is out'}`;
}

function reasonText(infringement: number | null): string {
  const name = infringementName(infringement);
  return name === null ? '' : `, ${name}`;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(count: number): string {
  return `${count}${suffixes[ordinals.select(count)] ?? 'th'}`;
}

function stopTime(milliseconds: number | null): string {
  return milliseconds === null ? '' : `, ${(milliseconds / 1_000).toFixed(1)} s in the pit lane`;
}

function penaltyMark(type: PenaltyType, seconds: number | null): string {
  if (type === PenaltyType.TimePenalty && seconds !== null) return `${seconds}-SECOND PENALTY`;
  return penaltyName(type).toUpperCase();
}
