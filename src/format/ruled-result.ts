import type { Ruling } from '#contract/entities/ruling';
import type { Session, SessionEvent } from '#contract/entities/session';
import { isRace } from '#contract/enumerations';
import { classificationOf } from '#contract/race/classification';
import { hasReplay } from '#contract/race/replay/moment';
import { changedByStewards, changesResult, ruledEventOf, shownEventOf } from '#contract/race/ruled-event';
import { resultOf } from '#contract/race/ruled-session';
import { formatCount } from './count.ts';
import { rulingText } from './ruling-text.ts';
import { momentOfRuling } from './session-moments.ts';

/** A ruling on a session, with its texts. */
export type RulingLine = ReturnType<typeof lineOf>;

/** A session of which a season has another result than the game, or rulings, as one of its results has it. */
export interface RuledResult {
  /** The event in the season of this result and these rulings. */
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

/** A session as the chosen season or the game has it; null where all have the same result, and no rulings. */
export function ruledResultOf(recorded: Session, result: string | null): RuledResult | null {
  const shown = shownEventOf(recorded, result);
  const event = shown ?? ruledEventOf(recorded);
  if (event === null) return null;
  const rulings = event.rulings ?? [];
  const ruled = resultOf(recorded, event);
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
  if (!isApplied) return 'Result of the game';
  return `Result of ${event.seasonName}, ${changedByStewards(event) ? 'with the stewards’ rulings' : 'by its rules'}`;
}

type Places = ReadonlyMap<number, string>;

/** The places by car index: `P2`, `DSQ`, or a dash. */
function placesOf(session: Session): Places {
  return new Map(
    classificationOf(session).map(({ driver, position, isOut, status }) => [
      driver.carIndex,
      (isOut ? status : null) ?? (position === null ? '—' : `P${position}`),
    ]),
  );
}

function lineOf(
  ruling: Ruling,
  session: Session,
  { inGame, inLeague }: { readonly inGame: Places; readonly inLeague: Places },
) {
  const { id, reason, authorName, madeAt } = ruling;
  const { drivers } = session;
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
    /** The address at which its moment is watched; undefined for none. */
    moment: hasReplay(session) ? momentOfRuling(ruling) : undefined,
  };
}

/** The effect of rulings and rules on the shown result, in a few words: `Changed by 2 rulings`. */
export function ruledMark({ event, isApplied, lines }: Pick<RuledResult, 'event' | 'isApplied' | 'lines'>): string {
  const count = formatCount(lines.length, 'ruling');
  if (lines.length === 0) return isApplied ? `${resultName(event)} result` : 'Game result';
  if (changesResult(event)) return `${isApplied ? 'Changed by' : 'Without'} ${count}`;
  return isApplied && isExcluded(event) ? `Does not count: ${count}` : count;
}

/** The effect of stewards and rules on a session in a season, before and after the name of the season. */
export function ruledSentence(
  { sessionType }: Pick<Session, 'sessionType'>,
  event: Pick<SessionEvent, 'podium' | 'rulings' | 'classifiedFrom'>,
): readonly [string, string] {
  const noun = isRace(sessionType) ? 'race' : 'session';
  const rule = ruleText(event);
  if (changedByStewards(event)) return [`Stewards changed the result of this ${noun} in`, `.${rule}`];
  if (rule !== '') return [`This ${noun} has another result in`, `.${rule}`];
  return isExcluded(event)
    ? [`Stewards ruled that this ${noun} does not count in`, '.']
    : [`Stewards ruled on this ${noun} in`, '. Its result stays.'];
}

/** The rule of a season for retirements, where it classifies one. */
function ruleText({ classifiedFrom }: Pick<SessionEvent, 'classifiedFrom'>): string {
  if (classifiedFrom === undefined) return '';
  return ` It classifies cars that retired after ${Math.round(classifiedFrom * 100)} % of the distance.`;
}

function isExcluded({ rulings = [] }: Pick<SessionEvent, 'rulings'>): boolean {
  return rulings.some(({ kind }) => kind === 'excludeSession');
}
