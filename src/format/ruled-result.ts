import type { Ruling } from '#contract/entities/ruling';
import type { Session, SessionEvent } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { classificationOf } from '#contract/race/classification';
import { changesResult, ruledEventOf, shownEventOf } from '#contract/race/ruled-event';
import { withRulings } from '#contract/race/ruled-session';
import { statusLabel } from '#contract/race/status-label';
import { formatCount } from './count.ts';
import { rulingText } from './ruling-text.ts';

/** A ruling on a session, with its texts. */
export type RulingLine = ReturnType<typeof lineOf>;

/** A session with rulings, as one of its results has it. */
export interface RuledResult {
  /** The event in the season of these rulings. */
  readonly event: SessionEvent;
  /** False while the result of the game is shown. */
  readonly isApplied: boolean;
  readonly session: Session;
  readonly lines: readonly RulingLine[];
  /** By car index: the place in the other result, such as `Game P2` or `League DSQ`, where it differs. */
  readonly otherPlaces: ReadonlyMap<number, string>;
  /** `game`, or the id of the season. */
  readonly result: string;
  /** The owner of the result, for texts that are shared; empty if there is only one. */
  readonly label: string;
}

/** A session with the rulings of the chosen season, or as the game has it; null without rulings. */
export function ruledResultOf(recorded: Session, result: string | null): RuledResult | null {
  const shown = shownEventOf(recorded, result);
  const event = shown ?? ruledEventOf(recorded);
  if (event === null) return null;
  const rulings = event.rulings ?? [];
  const ruled = changesResult(event) ? withRulings(recorded, rulings) : recorded;
  const [inGame, inLeague] = [placesOf(recorded), placesOf(ruled)];
  const isApplied = shown !== null;
  const [others, name] = isApplied ? [inGame, 'Game'] : [inLeague, resultName(event)];
  const own = isApplied ? inLeague : inGame;
  return {
    event,
    isApplied,
    session: isApplied ? ruled : recorded,
    lines: rulings.map((ruling) => lineOf(ruling, recorded, { inGame, inLeague })),
    otherPlaces: new Map(
      [...others].flatMap(([car, place]) => (place === own.get(car) ? [] : [[car, `${name} ${place}`]])),
    ),
    result: isApplied ? event.seasonId : 'game',
    label: labelOf(event, isApplied),
  };
}

/** `League`, or `Season` for a season of no league. */
export function resultName({ league }: Pick<SessionEvent, 'league'>): string {
  return league == null ? 'Season' : 'League';
}

function labelOf(event: SessionEvent, isApplied: boolean): string {
  if (!changesResult(event)) return '';
  return isApplied ? `Result of ${event.seasonName}, with the stewards’ rulings` : 'Result of the game';
}

type Places = ReadonlyMap<number, string>;

/** The places by car index: `P2`, `DSQ`, or a dash. */
function placesOf(session: Session): Places {
  return new Map(
    classificationOf(session).map(({ driver, position, isOut }) => {
      const status = isOut ? statusLabel(driver.resultStatus) : null;
      return [driver.carIndex, status ?? (position === null ? '—' : `P${position}`)];
    }),
  );
}

function lineOf(
  ruling: Ruling,
  { drivers }: Session,
  { inGame, inLeague }: { readonly inGame: Places; readonly inLeague: Places },
) {
  const { id, reason, authorName, madeAt } = ruling;
  const carIndex = 'carIndex' in ruling ? ruling.carIndex : null;
  const [from, to] = carIndex === null ? [] : [inGame.get(carIndex), inLeague.get(carIndex)];
  return {
    id,
    /** Null for a ruling on the session. */
    carIndex,
    name: drivers.find((driver) => driver.carIndex === carIndex)?.name ?? null,
    /** `+5 s`, `Disqualified`. */
    effect: rulingText(ruling),
    /** The place in the game and the one after all rulings, where they differ. */
    change: from === undefined || to === undefined || from === to ? null : { from, to },
    reason,
    authorName,
    madeAt,
  };
}

/** The effect of rulings on the shown result, in a few words: `Changed by 2 rulings`. */
export function ruledMark({ event, isApplied, lines }: Pick<RuledResult, 'event' | 'isApplied' | 'lines'>): string {
  const count = formatCount(lines.length, 'ruling');
  if (changesResult(event)) return `${isApplied ? 'Changed by' : 'Without'} ${count}`;
  return isApplied && isExcluded(event) ? `Does not count: ${count}` : count;
}

/** The stewards' decisions on a session in a season, before and after the name of the season. */
export function ruledSentence(
  { sessionType }: Pick<Session, 'sessionType'>,
  event: Pick<SessionEvent, 'podium' | 'rulings'>,
): readonly [string, string] {
  const noun = isRace(sessionType) ? 'race' : 'session';
  if (changesResult(event)) return [`Stewards changed the result of this ${noun} in`, '.'];
  return isExcluded(event)
    ? [`Stewards ruled that this ${noun} does not count in`, '.']
    : [`Stewards ruled on this ${noun} in`, '. Its result stays.'];
}

function isExcluded({ rulings = [] }: Pick<SessionEvent, 'rulings'>): boolean {
  return rulings.some(({ kind }) => kind === 'excludeSession');
}
