import { useState } from 'react';
import { type Recording, startFault } from '#contract/race/recording';
import type { UploadPhase } from '#machines/upload';
import { useQueryCache } from '../../../actors/read.tsx';
import type { FileUpload } from '../../../actors/uploads.ts';
import { Button } from '../../../components/Button.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { frameIcons } from '../../../components/frame-icons.ts';
import { IconButton } from '../../../components/IconButton.tsx';
import { fromLocalInput, toLocalInput } from '../../../format/date.ts';
import { formatSize } from '../../../format/size.ts';
import { recordingExtent } from './recording.ts';
import { UploadState } from './UploadState.tsx';

type UploadRowProps = Omit<FileUpload, 'key'>;

/** How far a file is, of 3. */
const progress: Partial<Record<UploadPhase, number>> = { converting: 1, sending: 2, slow: 2 };
const retryLabels: Partial<Record<UploadPhase, string>> = {
  slow: 'Try again',
  offline: 'Try again',
  retrying: 'Try now',
  stopped: 'Upload',
  refused: 'Try again',
};

const faultTexts = {
  future: 'This is in the future. Enter when it was driven.',
  tooEarly: 'This is before 1970. Enter when it was driven.',
} as const;

/** Uploads a file; where its date is a guess, that can be changed before. */
function ConfirmUpload({ name, recording, isDateGuessed, confirm, setStart }: UploadRowProps) {
  const { serverTime } = useQueryCache();
  const [started, setStarted] = useState(() => toLocalInput(recording?.sessionStartTime ?? null));
  const startedAt = fromLocalInput(started);
  const errorOf = (start: string | null) => {
    if (!isDateGuessed || start === null) return null;
    // The clock of this device can be wrong.
    const fault = startFault(start, serverTime());
    return fault === null ? null : faultTexts[fault];
  };
  const [error, setError] = useState(() => errorOf(startedAt));
  const submit = () => {
    const fault = errorOf(startedAt);
    setError(fault);
    if (fault !== null) return;
    // The start may have passed since the last check.
    if (error !== null) setStart(startedAt);
    confirm();
  };
  return (
    <>
      {isDateGuessed ? (
        <div className="min-w-0 basis-60 max-desk:flex-1">
          <Field
            label="Driven on"
            aria-label={`When ${name} was driven`}
            type="datetime-local"
            required
            max="9999-12-31T23:59"
            value={started}
            error={error}
            onChange={({ target: { value } }) => {
              const start = fromLocalInput(value);
              const fault = errorOf(start);
              setStarted(value);
              setError(fault);
              setStart(fault === null ? start : null);
            }}
          />
        </div>
      ) : null}
      <Button
        kind="primary"
        className="h-12"
        isDisabled={isDateGuessed && startedAt === null}
        onClick={submit}
        aria-label={`Upload ${name}`}
      >
        Upload
      </Button>
    </>
  );
}

/** One file: its progress, its question, its failure, or its stored session. */
export function UploadRow(props: UploadRowProps) {
  const { name, size, phase, recording, stored, stop, retry, keep, replace, remove } = props;
  const retryLabel = retryLabels[phase];
  const isBusy = phase in progress;
  const isStoppable = phase === 'slow' || phase === 'retrying';
  const retryButton = (
    <Button onClick={retry} aria-label={`${retryLabel}: ${name}`}>
      {retryLabel}
    </Button>
  );
  return (
    <li className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-b border-line py-2">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate font-650">{name}</bdi>
          <span className="shrink-0 text-12 text-mute">{formatSize(size)}</span>
        </p>
        <p className="text-14 wrap-anywhere text-mute">
          <UploadState {...props} />
        </p>
      </div>
      <div className="flex items-center gap-2">
        {retryLabel === undefined || isStoppable ? null : retryButton}
        {phase === 'stored' && stored !== null ? (
          <ButtonLink href={`/sessions/${stored.id}`} aria-label={`Open ${name}`}>
            Open
          </ButtonLink>
        ) : null}
        {isBusy ? null : <IconButton onClick={remove} icon={frameIcons.close} label={`Remove ${name} from the list`} />}
      </div>
      <div className="col-span-2 flex flex-wrap items-end gap-2 pb-1 empty:hidden">
        {phase === 'ready' ? <ConfirmUpload {...props} /> : null}
        {isStoppable ? (
          <>
            {retryButton}
            <Button onClick={stop} aria-label={`Stop: ${name}`}>
              Stop
            </Button>
          </>
        ) : null}
      </div>
      {phase === 'conflict' && stored !== null && recording !== null ? (
        <RecordingChoice name={name} stored={stored.recording} recording={recording} keep={keep} replace={replace} />
      ) : null}
      {isBusy ? (
        <progress className="progress col-span-2" aria-label={`Progress of ${name}`} max={3} value={progress[phase]} />
      ) : null}
    </li>
  );
}

interface RecordingChoiceProps {
  readonly name: string;
  readonly stored: Recording;
  readonly recording: Recording;
  readonly keep: () => void;
  readonly replace: () => void;
}

/** Another version of the session is stored: shows both, and asks which one stays. */
function RecordingChoice({ name, stored, recording, keep, replace }: RecordingChoiceProps) {
  return (
    <div className="col-span-2 grid gap-3 pb-1">
      <div className="grid grid-cols-2 overflow-hidden rounded-8 border border-line">
        <Version title="Stored now" recording={stored} />
        <Version title="This file" recording={recording} className="border-l border-line" />
      </div>
      <p className="text-14 text-mute">
        Standings follow the one that you choose. If you replace the stored one, you can restore it for 14 days.
      </p>
      <div className="flex flex-wrap gap-2 *:flex-1 desk:*:flex-none">
        <Button onClick={keep} aria-label={`Keep stored: ${name}`}>
          Keep stored
        </Button>
        <Button kind="danger" onClick={replace} aria-label={`Replace with this file: ${name}`}>
          Replace
        </Button>
      </div>
    </div>
  );
}

function Version({ title, recording, className = '' }: { title: string; recording: Recording; className?: string }) {
  const { isFinished, winner } = recording;
  return (
    <div className={`grid content-start gap-0.5 p-3 ${className}`}>
      <p className="text-12 font-650 text-mute">{title}</p>
      <p className="font-750">{recordingExtent(recording)}</p>
      <p className="min-w-0 truncate text-14 text-mute">{winner === null ? 'No result' : <bdi>{winner} first</bdi>}</p>
      <p className={`text-14 ${isFinished ? 'text-mute' : 'text-amber'}`}>{isFinished ? 'Finished' : 'Not finished'}</p>
    </div>
  );
}
