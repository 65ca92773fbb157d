import { type LiveStore, useRace } from '../../actors/live.ts';
import { flagText, formatCountdown } from '../../format/live-head.ts';
import { typeName } from '../../format/names.ts';

/** Lap or clock, and the flag in its colour and in words; the kind of session while it is green. */
export function OverlayHead({ store }: { store: LiveStore }) {
  const head = useRace(store, (state) => state.view?.head ?? null);
  if (head === null) return null;
  const { lap, laps, timeLeft, flag } = head;
  return (
    <header className="head" data-flag={flag}>
      {lap !== null ? (
        <p className="lap">
          LAP {lap}
          {laps === null ? null : <span className="laps">/{laps}</span>}
        </p>
      ) : timeLeft === null ? null : (
        <p className="lap">{formatCountdown(timeLeft)}</p>
      )}
      <p className="flag">{flag === 'green' ? typeName(head.type) : flagText(head)}</p>
    </header>
  );
}
