import type { Recording } from '#contract/race/recording';
import { Button } from '../../../components/Button.tsx';
import { recordingExtent } from '../../../format/recording.ts';

interface RecordingChoiceProps {
  readonly name: string;
  readonly stored: Recording;
  readonly recording: Recording;
  readonly keep: () => void;
  readonly replace: () => void;
}

/** Another version of the session is stored: shows both, and asks which one stays. */
export function RecordingChoice({ name, stored, recording, keep, replace }: RecordingChoiceProps) {
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
