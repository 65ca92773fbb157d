import { type ComponentProps, useState } from 'react';
import { addRuling } from '#contract/calls/rulings';
import { getSession } from '#contract/calls/sessions';
import type { SeasonSession } from '#contract/race/season-sessions';
import { longestNote } from '#contract/values/text-limits';
import type { Editor } from '../../../actors/editor.ts';
import { useRead } from '../../../actors/read.tsx';
import { useSeasonAddition } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { Fold } from '../../../components/form/Fold.tsx';
import { LimitedField } from '../../../components/form/LimitedField.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { eventClock } from '../../../format/live-event-words.ts';
import { withRulingConflict } from '../../../format/ruling-conflict.ts';
import { sessionOption } from '../../../format/session-option.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { Suggestions } from '../Suggestions.tsx';
import { RulingCars } from './RulingCars.tsx';
import { RulingPreview } from './RulingPreview.tsx';
import {
  blankRuling,
  latestRace,
  licencePointsIn,
  linkedRuling,
  type RulingTexts,
  rulingIn,
  rulingKinds,
  toggleCar,
  usualReasons,
} from './ruling-texts.ts';
import type { SectionProps } from './section-props.ts';

interface RulingFormProps extends SectionProps {
  /** The sessions that can be ruled on, the latest first. */
  readonly sessions: readonly SeasonSession[];
}

/** Makes a ruling: on which session, which cars, what and why; the standings that follow are shown while it is typed. */
export function RulingForm({ season, version, sessions }: RulingFormProps) {
  const send = useWrite(addRuling);
  const [savedState, setSavedState] = useState<RulingTexts['state']>();
  const [blank] = useState(() => linkedRuling(location.search, sessions));
  const sessionIn = ({ sessionId }: RulingTexts) =>
    sessions.some(({ session }) => session.id === sessionId) ? sessionId : latestRace(sessions);
  const editor = useSeasonAddition<RulingTexts>({
    id: season.id,
    form: 'season.ruling',
    title: `${season.name}: new ruling`,
    section: 'rulings',
    blank,
    // The next one is mostly on the same session.
    next: (sent) => ({ ...blankRuling, sessionId: sessionIn(sent) }),
    save: async ({ value, key, signal }) => {
      const body = rulingIn(value, sessionIn(value));
      if (body === null) throw new Error('the button of an incomplete ruling is disabled');
      const outcome = await send({ entity: season, version, params: { id: season.id }, body, key, signal });
      return withRulingConflict(outcome, body, season);
    },
    onSaved: ({ after }) => setSavedState(after.state),
  });
  const texts = editor.value ?? blank;
  const save = (state: NonNullable<RulingTexts['state']>) => {
    editor.change({ state });
    editor.save();
  };
  const sessionId = sessionIn(texts);
  const kind = rulingKinds.find((each) => each.kind === texts.kind) ?? null;
  return (
    <form className="stack gap-4" onSubmit={onSubmit(() => save('inForce'))} aria-label="New ruling">
      <div className="stack gap-4 wide:grid-cols-2 wide:gap-8">
        <div className="stack content-start gap-4">
          <SelectField
            label="Session"
            value={sessionId}
            error={fieldErrorOf(editor.failure, 'sessionId')}
            onChange={({ target }) =>
              editor.change({ sessionId: target.value, carIndex: null, otherCars: [], at: null })
            }
          >
            <Options of={sessions.map(sessionOption)} />
          </SelectField>
          {texts.kind === 'excludeSession' ? null : (
            <CarsOf
              key={sessionId}
              season={season}
              sessionId={sessionId}
              chosen={texts.carIndex === null ? [] : [texts.carIndex, ...(texts.otherCars ?? [])]}
              error={fieldErrorOf(editor.failure, 'carIndex')}
              onToggle={(car) => editor.change(toggleCar(texts, car))}
            />
          )}
        </div>
        <div className="stack content-start gap-4 wide:sticky wide:top-20 wide:self-start">
          <fieldset className="grid min-w-0 gap-1.5">
            <legend className="mb-1.5 font-650">Ruling</legend>
            <Kinds of={rulingKinds.filter(({ isRare }) => isRare !== true)} editor={editor} chosen={texts.kind} />
            <Fold title="More kinds" isNeeded={kind?.isRare === true}>
              <Kinds of={rulingKinds.filter(({ isRare }) => isRare === true)} editor={editor} chosen={texts.kind} />
            </Fold>
          </fieldset>
          {kind === null || kind.amount === null ? null : <Amount editor={editor} texts={texts} amount={kind.amount} />}
          {texts.kind === 'licence' || texts.kind === 'excludeSession' ? null : (
            <Field
              label="Licence points (optional)"
              name="ruling-licence-points"
              autoComplete="off"
              inputMode="numeric"
              value={texts.licencePoints ?? ''}
              error={licencePointsIn(texts) === null ? 'This must be a whole number from 1 to 99.' : null}
              onChange={({ target }) => editor.change({ licencePoints: target.value })}
            />
          )}
          {texts.at == null ? null : (
            <p className="flex min-h-11 items-center gap-3">
              <span>
                Moment <b className="font-650">{eventClock(texts.at)}</b>
              </span>
              <Button kind="link" onClick={() => editor.change({ at: null })}>
                Remove
              </Button>
            </p>
          )}
          <div className="grid gap-2">
            <LimitedField
              label="Reason"
              name="ruling-reason"
              autoComplete="off"
              limit={longestNote}
              required
              value={texts.reason}
              error={fieldErrorOf(editor.failure, 'reason')}
              onChange={({ target }) => editor.change({ reason: target.value })}
            />
            <Suggestions
              label="Usual reasons"
              values={usualReasons(season.rulings ?? [])}
              onChoose={(reason) => editor.change({ reason })}
            />
          </div>
          <PreviewOf key={sessionId} season={season} sessionId={sessionId} texts={texts} />
        </div>
      </div>
      <EditorFoot
        editor={editor}
        label="Add ruling"
        savedText={savedState === 'draft' ? 'The draft is saved, above.' : 'The ruling is in force.'}
        other={{ label: 'Save as draft', onSave: () => save('draft') }}
        fields={{
          sessionId: 'Session',
          kind: 'Ruling',
          carIndex: 'Driver',
          otherCars: 'Other drivers',
          amount: 'Amount',
          licencePoints: 'Licence points',
          reason: 'Reason',
          at: 'Moment',
          state: 'State',
        }}
        isIncomplete={rulingIn(texts, sessionId) === null}
      />
    </form>
  );
}

interface KindsProps {
  readonly of: typeof rulingKinds;
  readonly editor: Editor<RulingTexts>;
  readonly chosen: RulingTexts['kind'];
}

function Kinds({ of: kinds, editor, chosen }: KindsProps) {
  return (
    <div className="grid grid-cols-2 gap-2 desk:grid-cols-3 wide:grid-cols-2">
      {kinds.map(({ kind, label }) => (
        <label
          key={kind}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-8 border border-line px-3 py-1.5 font-650 has-checked:border-red has-checked:bg-raised focus-inside"
        >
          <input
            type="radio"
            name="ruling-kind"
            checked={chosen === kind}
            onChange={() => editor.change({ kind, amount: '' })}
            className="size-4 shrink-0 accent-red"
          />
          {label}
        </label>
      ))}
    </div>
  );
}

interface CarsOfProps extends Omit<ComponentProps<typeof RulingCars>, 'session'> {
  readonly sessionId: string;
}

function CarsOf({ sessionId, ...props }: CarsOfProps) {
  const read = useRead({ call: getSession, params: { id: sessionId } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={352} />}>
      {(session) => <RulingCars {...props} session={session} />}
    </ReadView>
  );
}

interface AmountProps {
  readonly editor: Editor<RulingTexts>;
  readonly texts: RulingTexts;
  readonly amount: NonNullable<(typeof rulingKinds)[number]['amount']>;
}

function Amount({ editor, texts, amount }: AmountProps) {
  const isWrong = texts.amount !== '' && rulingIn({ ...texts, carIndex: 0, licencePoints: '' }, 'any', 'any') === null;
  return (
    <div className="grid gap-2">
      <Field
        label={amount.label}
        name="ruling-amount"
        autoComplete="off"
        value={texts.amount}
        hint={amount.hint}
        error={isWrong ? amount.wrong : null}
        onChange={({ target }) => editor.change({ amount: target.value })}
      />
      <Suggestions
        label="Usual amounts"
        values={amount.usual}
        textOf={(value) => (value.startsWith('-') ? `−${value.slice(1)}` : `+${value}`)}
        onChoose={(value) => editor.change({ amount: value })}
      />
    </div>
  );
}

function PreviewOf({
  season,
  sessionId,
  texts,
}: Pick<SectionProps, 'season'> & { sessionId: string; texts: RulingTexts }) {
  const read = useRead({ call: getSession, params: { id: sessionId } });
  const ruling = rulingIn(texts, sessionId, 'preview');
  return (
    <div className="stack gap-3 rounded-8 bg-raised p-3">
      <h3 className="font-750">Preview</h3>
      <ReadView isPart read={read} skeleton={<Skeleton height={64} />}>
        {(session) => <RulingPreview season={season} session={session} rulings={ruling === null ? null : [ruling]} />}
      </ReadView>
    </div>
  );
}
