import { useState } from 'react';
import { setSignUp } from '#contract/calls/entries';
import type { SignUp } from '#contract/entities/entry';
import { maxRosterDrivers } from '#contract/entities/roster';
import { isSignUpOpen } from '#contract/race/entries';
import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonPart } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { Fold } from '../../../components/form/Fold.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Switch } from '../../../components/form/Switch.tsx';
import { formatInstant, formatStart, fromLocalInput, toLocalInput } from '../../../format/date.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { placesText } from '../../../format/sign-up.ts';
import { useServerTime } from '../../use-server-time.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import type { SectionProps } from './section-props.ts';

const closed: SignUp = { opensAt: null, closesAt: null, places: null, isAutomatic: false };

/** When drivers can enter a season by themselves, and how many. */
export function SignUpForm(props: SectionProps) {
  const { season } = props;
  const [isStarted, setStarted] = useState(false);
  if (season.signUp == null && !isStarted)
    return (
      <>
        <p className="text-mute">
          With a sign-up the season is found from the list of leagues, and drivers ask for a seat. You accept them here.
        </p>
        <Button className="justify-self-start" onClick={() => setStarted(true)}>
          Set up a sign-up
        </Button>
      </>
    );
  return (
    <>
      {season.signUp == null ? null : <SignUpState {...props} />}
      <Fields {...props} />
    </>
  );
}

/** Whether drivers can enter now, and the button that ends or begins it. */
function SignUpState({ season, version }: SectionProps) {
  const now = useServerTime();
  const send = useWrite(setSignUp);
  const { signUp } = season;
  // The moment at which it was closed here: pressed again after a lost answer, the same is sent.
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (changes: Partial<SignUp>, key, signal) => {
      const { free: _, ...stored } = { free: null, ...closed, ...signUp };
      const body = { signUp: { ...stored, ...changes } };
      return send({ entity: season, version, params: { id: season.id }, body, key, signal });
    },
  });
  if (signUp == null) return null;
  const open = () => {
    setClosedAt(null);
    submit({ opensAt: null, closesAt: null });
  };
  const close = () => {
    const closesAt = closedAt ?? new Date(now).toISOString();
    setClosedAt(closesAt);
    // A sign-up that opened this moment would not end after it.
    submit({ opensAt: null, closesAt });
  };
  const { opensAt } = signUp;
  // The clock of the server is known to a second.
  const isOpen = isSignUpOpen(signUp, now) && (closedAt === null || signUp.closesAt !== closedAt);
  const isLater = opensAt !== null && Date.parse(opensAt) > now;
  const state = isOpen
    ? ['The sign-up is open', placesText(signUp)]
    : [isLater ? `The sign-up opens on ${formatStart(opensAt)}` : 'The sign-up is closed', ''];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-650">
          {state.filter((part) => part !== '').join(' · ')}
        </p>
        {isOpen ? (
          <Button isBusy={isBusy} onClick={close}>
            Close it now
          </Button>
        ) : (
          <Button isBusy={isBusy} onClick={open}>
            Open it now
          </Button>
        )}
      </div>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </>
  );
}

function Fields({ season, version }: SectionProps) {
  const send = useWrite(setSignUp);
  const editor = useSeasonPart<SignUp>({
    season,
    version,
    form: 'season.signUp',
    title: `${season.name}: sign-up`,
    section: 'drivers',
    anchor: 'invite',
    actions: ['setSignUp'],
    select: ({ signUp }) => {
      const { opensAt, closesAt, places, isAutomatic } = signUp ?? closed;
      return { opensAt, closesAt, places, isAutomatic };
    },
    save: ({ value, version: base, key, signal }) =>
      send({ entity: season, version: base, params: { id: season.id }, body: { signUp: value }, key, signal }),
  });
  const { opensAt, closesAt, places, isAutomatic } = editor.value ?? closed;
  const isBackwards = opensAt !== null && closesAt !== null && Date.parse(opensAt) >= Date.parse(closesAt);
  const form = (
    <form className="stack gap-4" onSubmit={onSubmit(editor.save)}>
      <div className="grid max-w-3xl gap-4 desk:grid-cols-3">
        <Field
          label="Places"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          placeholder="No limit"
          value={places ?? ''}
          onChange={({ target }) => {
            const typed = Number(target.value.replaceAll(/\D/g, ''));
            editor.change({ places: typed === 0 ? null : Math.min(typed, maxRosterDrivers) });
          }}
          hint="Of regular drivers, those on the roster included. The rest wait."
          error={fieldErrorOf(editor.failure, 'signUp.places')}
        />
        <Field
          label="Opens"
          type="datetime-local"
          value={toLocalInput(opensAt)}
          onChange={({ target }) => editor.change({ opensAt: fromLocalInput(target.value) })}
          hint="Empty: at once."
        />
        <Field
          label="Closes"
          type="datetime-local"
          value={toLocalInput(closesAt)}
          onChange={({ target }) => editor.change({ closesAt: fromLocalInput(target.value) })}
          hint="Empty: when you close it."
          error={isBackwards ? 'must be after it opens' : null}
        />
      </div>
      <Switch
        label="Accept by itself"
        hint="Who enters gets a place while one is free, and the first of the waiting list when somebody leaves."
        isOn={isAutomatic}
        onChange={(isOn) => editor.change({ isAutomatic: isOn })}
      />
      <EditorFoot
        editor={editor}
        label={season.signUp == null ? 'Open the sign-up' : 'Save the sign-up'}
        fields={{ places: 'Places', opensAt: 'Opens', closesAt: 'Closes', isAutomatic: 'Accept by itself' }}
        textOf={(value, field) => {
          const side = value[field];
          if (typeof side === 'boolean') return side ? 'on' : 'off';
          return typeof side === 'string' ? formatInstant(side) : String(side ?? 'empty');
        }}
        isIncomplete={isBackwards}
        isFilled={season.signUp == null && editor.value !== null && !editor.isLoading}
      />
    </form>
  );
  if (season.signUp == null) return form;
  return (
    <Fold title="Places and times" isNeeded={editor.isDirty}>
      {form}
    </Fold>
  );
}
