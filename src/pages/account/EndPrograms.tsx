import type { Programs } from '../../actors/programs.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { Switch } from '../../components/form/Switch.tsx';

/** Offers to end recorders and tokens for programs together with the logins of other devices. */
export function EndPrograms({ programs, hint = '' }: { programs: Programs; hint?: string }) {
  const { label, isChosen, setIsChosen, endNow, ending } = programs;
  const { failure, isBusy, secondsLeft, wait } = ending;
  return (
    <>
      {label === null ? null : (
        <Switch
          label={`Also end ${label}`}
          hint={`${hint}Otherwise they stay connected.`}
          isOn={isChosen}
          onChange={setIsChosen}
        />
      )}
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      {failure === null ? null : (
        <p>
          <Button isBusy={isBusy} isDisabled={secondsLeft > 0} onClick={endNow}>
            End them now
          </Button>
        </p>
      )}
    </>
  );
}
