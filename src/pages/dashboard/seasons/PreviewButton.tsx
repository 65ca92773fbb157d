import type { BodyOf } from '#contract/calls/call';
import type { previewStandings } from '#contract/calls/edit-season';
import type { Season } from '#contract/entities/season';
import { useMutation } from '../../../actors/mutation.ts';
import { usePreview } from '../../../actors/season.ts';
import { useShowStandings } from '../../../actors/standings-preview.tsx';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { StandingsDiff } from '../../../components/season/StandingsDiff.tsx';

interface PreviewButtonProps {
  readonly season: Season;
  readonly body: BodyOf<typeof previewStandings>;
}

/** Shows the standings after a change, before it is saved. */
export function PreviewButton({ season, body }: PreviewButtonProps) {
  const preview = usePreview(season.id);
  const { submit, isBusy, value, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, __, signal) => preview(body, signal),
  });
  useShowStandings(value);
  return (
    <div className="grid justify-items-start gap-3">
      <Button isBusy={isBusy} isDisabled={secondsLeft > 0} onClick={() => submit(undefined)}>
        Show what changes
      </Button>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
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
