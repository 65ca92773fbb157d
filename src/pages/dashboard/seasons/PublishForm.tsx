import { useRef, useState } from 'react';
import { createRevision, withdrawRevision } from '#contract/calls/revisions';
import { revisionWithdrawTime } from '#contract/constants';
import type { LatestRevision, Season } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';
import { movedRows } from '#contract/race/standings-changes';
import { longestNote } from '#contract/values/text-limits';
import { fits } from '#contract/values/text-values';
import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonAddition } from '../../../actors/season.ts';
import { useSecondsLeft } from '../../../actors/seconds-left.ts';
import { useWrite } from '../../../actors/write.ts';
import { EditorNotice } from '../../../components/form/EditorNotice.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { LimitedField } from '../../../components/form/LimitedField.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { SeasonTeamColours } from '../../../components/SeasonTeamColours.tsx';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { formatPoints } from '../../../format/time.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { MovingStandings } from './MovingStandings.tsx';
import type { SectionProps } from './section-props.ts';
import { formatTimeLeft, takeBackQuestion } from './undo-texts.ts';

/** Publishes the standings that are shown, and takes that back. */
export function PublishForm({ season, version }: SectionProps) {
  const { id, name, revision = null } = season;
  const [takenBack, setTakenBack] = useState<number | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const create = useWrite(createRevision);
  const publish = (note: string | null, key: string, signal: AbortSignal) =>
    create({ entity: season, version, params: { id }, body: { note }, key, signal });
  // With a note it is the input of a form, with a draft; without one there is nothing to keep.
  const editor = useSeasonAddition<{ readonly note: string }>({
    id,
    form: 'season.note',
    title: `${name}: note on the standings`,
    section: 'publish',
    blank: { note: '' },
    save: ({ value, key, signal }) => publish(value.note.trim() === '' ? null : value.note.trim(), key, signal),
  });
  const plain = useMutation({ run: (_: undefined, key, signal) => publish(null, key, signal) });
  const failure = editor.failure ?? plain.failure;
  const secondsLeft = Math.max(editor.secondsLeft, plain.secondsLeft);
  const isDone = editor.isSaved || plain.isDone;
  const isCurrent = revision !== null && !revision.hasChanged;
  const next = (revision?.number ?? 0) + 1;
  const note = editor.value?.note ?? '';
  const canPublish = hasResults(season.standings) && !isCurrent && fits(note.trim(), longestNote);
  function onTakenBack({ number, note }: LatestRevision): void {
    setTakenBack(number);
    // Its button is gone by now.
    section.current?.focus();
    if (note !== null && !editor.isDirty) editor.change({ note });
  }

  function send(): void {
    setTakenBack(null);
    if (editor.isDirty) editor.save();
    else plain.submit(undefined);
  }

  return (
    <div ref={section} tabIndex={-1} className="stack gap-4 outline-none">
      {canPublish ? <StandingsToPublish season={season} /> : null}
      <form className="grid max-w-xl gap-4" onSubmit={onSubmit(send)}>
        <LimitedField
          label="Note (optional)"
          name="revision-note"
          autoComplete="off"
          limit={longestNote}
          placeholder="After the stewards’ decisions on round 3"
          value={note}
          error={fieldErrorOf(failure, 'note')}
          onChange={({ target }) => {
            editor.change({ note: target.value });
            plain.change();
          }}
        />
        <FormError failure={failure} secondsLeft={secondsLeft} fields={['note']} />
        <EditorNotice editor={editor} />
        <p role="status" className="text-green empty:hidden">
          {takenBack !== null
            ? `Official ${takenBack} was taken back.`
            : isDone && isCurrent
              ? `Official ${revision.number} is published.`
              : ''}
        </p>
        {canPublish ? <p className="text-mute">{effectOf(season, next)}</p> : null}
        <div className="desk:min-w-60 desk:justify-self-start">
          <SubmitButton
            label={`Publish official ${next}`}
            isBusy={editor.isSaving || plain.isBusy}
            wait={editor.wait ?? plain.wait}
            isDisabled={!canPublish || secondsLeft > 0 || editor.isOffline || editor.isLoading}
          />
        </div>
      </form>
      {revision === null ? null : (
        <TakeBack
          key={revision.publishedAt}
          season={season}
          version={version}
          revision={revision}
          onTakenBack={() => onTakenBack(revision)}
        />
      )}
    </div>
  );
}

/** The standings on screens that do not have them beside the editor. */
function StandingsToPublish({ season }: Pick<SectionProps, 'season'>) {
  return (
    <SeasonTeamColours season={season}>
      <div className="scroll-y max-h-[60dvh] rounded-8 border border-line px-2 min-[1280px]:hidden">
        <MovingStandings rows={movedRows(season.standings, season.standings)} />
      </div>
    </SeasonTeamColours>
  );
}

/** What publishing does. */
function effectOf({ standings, isHidden }: Season, next: number): string {
  const [leader] = standings.drivers;
  const readers = isHidden === true ? 'You alone can see this season. It' : 'Everybody who opens the season';
  const seen = `${readers} will ${isHidden === true ? 'show' : 'see'} these standings as “Official ${next}”`;
  const leading = leader === undefined ? '' : `, with ${leader.name} leading on ${formatPoints(leader.points)} points`;
  return `${seen}${leading}. You can take it back for ten minutes.`;
}

interface TakeBackProps extends SectionProps {
  readonly revision: LatestRevision;
  readonly onTakenBack: () => void;
}

/** Takes back the latest official standings, for as long as the server allows it. */
function TakeBack({ season, version, revision, onTakenBack }: TakeBackProps) {
  const { number, publishedAt } = revision;
  const secondsLeft = useSecondsLeft(Date.parse(publishedAt) + revisionWithdrawTime * 1_000);
  const send = useWrite(withdrawRevision);
  const { submit, isBusy, failure, wait } = useMutation({
    run: (_: undefined, key, signal) =>
      send({ entity: season, version, params: { id: season.id, number: String(number) }, key, signal }),
    onDone: onTakenBack,
  });
  if (secondsLeft === 0) return <FormError failure={failure} />;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-14 text-mute">
        Published by mistake? You can take it back for another{' '}
        <span className="tabular-nums">{formatTimeLeft(secondsLeft)}</span>.
      </p>
      <FormError failure={failure} wait={wait} />
      <ConfirmButton
        label={`Take back official ${number}`}
        question={takeBackQuestion(number)}
        confirmLabel="Take it back"
        isBusy={isBusy}
        onConfirm={() => submit(undefined)}
      />
    </div>
  );
}
