import type { BodyOf } from '#contract/api/requests';
import type { Season } from '#contract/entities/season';
import { useMutation } from '../../../actors/mutation.ts';
import { usePreview } from '../../../actors/season.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { Waiting } from '../../../components/form/Waiting.tsx';
import { StandingsDiff } from '../../../components/season/StandingsDiff.tsx';

interface PreviewButtonProps {
  readonly season: Season;
  /** What the preview assumes in place of what is stored. */
  readonly body: BodyOf<'previewStandings'>;
}

/** Shows what a change would make of the standings, before it is saved. */
export function PreviewButton({ season, body }: PreviewButtonProps) {
  const preview = usePreview(season.id);
  const { submit, isBusy, value, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, __, signal) => preview(body, signal),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <button
        type="button"
        className="action border border-line aria-disabled:opacity-60"
        aria-disabled={isBusy || secondsLeft > 0}
        onClick={() => submit(undefined)}
      >
        {isBusy ? 'One moment…' : 'Show what changes'}
      </button>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <Waiting wait={wait} />
      {value === null ? null : (
        <StandingsDiff
          before={season.standings}
          after={value}
          label="Standings after this change"
          equalText="The standings stay as they are."
        />
      )}
    </div>
  );
}
