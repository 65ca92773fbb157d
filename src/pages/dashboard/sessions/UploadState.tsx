import type { ReactNode } from 'react';
import type { FileUpload } from '../../../actors/uploads.ts';
import { failureWords } from '../../../format/failure-words.ts';
import { describeRecording } from './recording.ts';

const results = {
  created: 'Uploaded.',
  replaced: 'Replaced. The version before can be restored for 14 days.',
  same: 'Already there.',
  kept: 'Not uploaded. The stored version was kept.',
};

/** How far a file is, in words. */
export function UploadState(props: Omit<FileUpload, 'key'>): ReactNode {
  const { phase, isShared, recording, isDateGuessed, remarks, stored, failure } = props;
  switch (phase) {
    case 'queued':
      return 'Waiting';
    case 'converting':
      return 'Reading the file…';
    case 'ready':
      return (
        <>
          {recording === null ? null : <span className="text-text">{describeRecording(recording)}.</span>}{' '}
          {isDateGuessed ? (
            <Coloured className="text-amber">
              The file does not say when it was driven: this is from its last change.{' '}
            </Coloured>
          ) : null}
          {isShared ? 'Another app handed it over. ' : ''}
          {remarks.length === 0 ? '' : `${remarks.join('; ')}.`}
        </>
      );
    case 'sending':
      return 'Uploading…';
    case 'slow':
      return (
        <Coloured className="text-amber">
          Still waiting for an answer. It is stored once, however often you try.
        </Coloured>
      );
    case 'offline':
      return (
        <Coloured className="text-amber">
          No connection. It is uploaded when the server can be reached again, as long as this page is open.
        </Coloured>
      );
    case 'retrying':
      return <Coloured className="text-amber">No answer. It is sent again in a moment.</Coloured>;
    case 'stopped':
      return 'Stopped.';
    case 'conflict':
      return <Coloured className="text-amber">Another version of this session is stored. Which one stays?</Coloured>;
    case 'refused':
      return (
        <Coloured className="text-red">
          {failure === null || failure.kind === 'internal' ? 'It could not be uploaded.' : failureWords(failure).text}
        </Coloured>
      );
    case 'unreadable':
      return <Coloured className="text-red">Not uploaded: {remarks.join('; ')}.</Coloured>;
    case 'stored':
      return (
        <>
          {results[stored?.result ?? 'created']}
          {remarks.length === 0 || stored?.result === 'kept' ? '' : ` ${remarks.join('; ')}.`}
        </>
      );
  }
}

function Coloured({ className, children }: { className: string; children: ReactNode }) {
  return <span className={className}>{children}</span>;
}
