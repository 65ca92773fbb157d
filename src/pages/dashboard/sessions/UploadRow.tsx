import type { ReactNode } from 'react';
import type { Failure } from '#contract/problem';
import { frameIcons } from '../../../components/frame-icons.ts';
import { Icon } from '../../../components/Icon.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { failureWords } from '../../../format/failure-words.ts';
import { formatSize } from '../../../format/size.ts';

export interface UploadRowProps {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly phase: 'queued' | 'converting' | 'sending' | 'offline' | 'refused' | 'unreadable' | 'stored';
  /** What was left out of the file, or why it is not a session file. */
  readonly remarks: readonly string[];
  readonly stored: { readonly id: string; readonly isKnown: boolean } | null;
  readonly failure: Failure | null;
  readonly retry: () => void;
  readonly remove: () => void;
}

/** One file: how far it is, what is wrong with it, or the session that it became. */
export function UploadRow({ name, size, phase, remarks, stored, failure, retry, remove }: UploadRowProps) {
  const isActive = phase === 'converting' || phase === 'sending';
  return (
    <li className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex min-w-0 items-baseline gap-2">
          <bdi className="truncate font-650">{name}</bdi>
          <span className="shrink-0 text-12 text-mute">{formatSize(size)}</span>
        </p>
        <p className="text-14 wrap-anywhere text-mute">
          <State phase={phase} remarks={remarks} stored={stored} failure={failure} />
        </p>
      </div>
      <div className="flex items-center gap-2">
        {phase === 'refused' || phase === 'offline' ? (
          <button type="button" className="action border border-line" onClick={retry} aria-label={`Try again: ${name}`}>
            Try again
          </button>
        ) : null}
        {stored === null ? null : (
          <PageLink href={`/sessions/${stored.id}`} className="action border border-line" aria-label={`Open ${name}`}>
            Open
          </PageLink>
        )}
        {isActive ? null : (
          <button type="button" className="grid size-11 place-items-center text-mute hover:text-text" onClick={remove}>
            <Icon path={frameIcons.close} />
            <span className="sr-only">Remove {name} from the list</span>
          </button>
        )}
      </div>
      {isActive ? (
        <progress
          className="progress col-span-2"
          aria-label={`Progress of ${name}`}
          max={3}
          value={phase === 'converting' ? 1 : 2}
        />
      ) : null}
    </li>
  );
}

function State({ phase, remarks, stored, failure }: Pick<UploadRowProps, 'phase' | 'remarks' | 'stored' | 'failure'>) {
  switch (phase) {
    case 'queued':
      return 'Waiting';
    case 'converting':
      return 'Reading the file…';
    case 'sending':
      return 'Uploading…';
    case 'offline':
      return (
        <Coloured className="text-amber">
          No connection. It is uploaded when the server can be reached again, as long as this page is open.
        </Coloured>
      );
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
          {stored?.isKnown === true ? 'Already there. The more complete recording is kept.' : 'Uploaded.'}
          {remarks.length === 0 ? '' : ` ${remarks.join('; ')}.`}
        </>
      );
  }
}

function Coloured({ className, children }: { className: string; children: ReactNode }) {
  return <span className={className}>{children}</span>;
}
