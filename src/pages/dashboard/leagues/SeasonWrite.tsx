import type { AnswerOf } from '#contract/api/answers';
import type { Outcome } from '#contract/api/problem';
import type { SeasonSummary } from '#contract/entities/season';
import { useMutation } from '../../../actors/mutation.ts';
import { neighbourButton } from '../../../browser/focus.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { SeasonLine, UnlistedSeasonLine } from './SeasonLine.tsx';

interface SeasonWriteProps {
  readonly id: string;
  /** Null where only its id is known. */
  readonly season: SeasonSummary | null;
  /** A verb, such as `Remove`. */
  readonly action: string;
  readonly write: (key: string, signal: AbortSignal) => Promise<Outcome<AnswerOf<'getLeague'> | undefined>>;
  /** Called with the button of the next line, or null: its own line disappears. */
  readonly onDone: (next: HTMLElement | null) => void;
}

/** A season in a list, to add or remove. Each has a write of its own: one without an answer holds up no other. */
export function SeasonWrite({ id, season, action, write, onDone }: SeasonWriteProps) {
  const { submit, failure, secondsLeft, wait } = useMutation({
    run: (_: { next: HTMLElement | null }, key, signal) => write(key, signal),
    onDone: (_, { next }) => onDone(next?.isConnected === true ? next : null),
  });
  const onAction = (button: HTMLElement) => submit({ next: neighbourButton(button) });
  return (
    <>
      {season === null ? (
        <UnlistedSeasonLine id={id} action={action} onAction={onAction} />
      ) : (
        <SeasonLine season={season} action={action} onAction={onAction} />
      )}
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </>
  );
}
