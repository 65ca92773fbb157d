import type { ReactNode } from 'react';
import { restoreSession } from '#contract/calls/edit-session';
import { getSession, listSessionVersions } from '#contract/calls/sessions';
import type { Session, SessionSummary } from '#contract/entities/session';
import type { SessionVersion } from '#contract/entities/session-version';
import { recordingOf } from '#contract/race/recording';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { formatDay, formatInstant } from '../../../format/date.ts';
import type { DialogHandle } from '../../../navigation/use-dialog-history.ts';
import { Versioned } from '../Versioned.tsx';
import { recordingExtent } from './recording.ts';
import { sessionTitle } from './session-title.ts';

interface VersionsDialogProps {
  /** Null while the dialog is closed. */
  readonly session: SessionSummary | null;
  readonly dialog: Pick<DialogHandle, 'ref' | 'close' | 'onClose'>;
}

/** The versions of an own session that were replaced or not used, each of which can be restored. */
export function VersionsDialog({ session, dialog }: VersionsDialogProps) {
  return (
    <Sheet
      id="versions-title"
      title="Versions of this session"
      {...(session === null ? {} : { note: sessionTitle(session) })}
      dialog={dialog}
    >
      {session === null ? null : <Versions key={session.id} id={session.id} />}
    </Sheet>
  );
}

function Versions({ id }: { id: string }) {
  const read = useRead({ call: getSession, params: { id } });
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={2} height={72} />}>
      {(session) => (
        <Versioned read={read}>{(version) => <VersionList session={session} version={version} />}</Versioned>
      )}
    </ReadView>
  );
}

function VersionList({ session, version }: { session: Session; version: string }) {
  const read = useRead({ call: listSessionVersions, params: { id: session.id } });
  const restore = useWrite(restoreSession);
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (versionId: string, key, signal) =>
      restore({ entity: session, version, params: { id: session.id, versionId }, key, signal }),
  });
  return (
    <div className="grid gap-3">
      <Entry title={recordingExtent(recordingOf(session))} first={recordingOf(session).winner}>
        {isDone ? 'Restored. Stored now' : 'Stored now'}
      </Entry>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={1} height={72} />}>
        {(versions) => (
          <ul className="grid gap-3">
            {versions.map((each) => (
              <li key={each.id} className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
                <Entry title={recordingExtent(each)} first={each.podium[0]?.name ?? null}>
                  {reasonText(each)}
                </Entry>
                <Button
                  isDisabled={isBusy}
                  aria-label={`Restore ${recordingExtent(each)}`}
                  onClick={() => submit(each.id)}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ReadView>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      <p className="text-14 text-mute">
        Restoring exchanges the two: what is stored now is kept as a version, and standings follow.
      </p>
    </div>
  );
}

function Entry({ title, first, children }: { title: string; first: string | null; children: ReactNode }) {
  return (
    <div className="grid min-w-0 flex-1 gap-0.5">
      <p className="text-12 font-650 text-mute">{children}</p>
      <p className="font-750">{title}</p>
      <p className="truncate text-14 text-mute">{first === null ? 'No result' : <bdi>{first} first</bdi>}</p>
    </div>
  );
}

function reasonText({ reason, storedAt, keptUntil }: SessionVersion): string {
  const what = reason === 'replaced' ? 'Replaced' : 'Recorded live and not used,';
  return `${what} ${formatInstant(storedAt)} · kept until ${formatDay(keptUntil)}`;
}
