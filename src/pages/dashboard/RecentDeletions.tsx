import { useState } from 'react';
import { listDeletions } from '#contract/calls/account';
import { undoDeletion } from '#contract/calls/edit-account';
import type { Deletion } from '#contract/entities/deletion';
import { useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { useSecondsLeft } from '../../actors/seconds-left.ts';
import { useWrite } from '../../actors/write.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { deletedText, formatTimeLeft } from '../../format/undo-texts.ts';

/** What the user has deleted in the last ten minutes, on any device, to bring back; of one season's events, or of all. */
export function RecentDeletions({ seasonId = null }: { seasonId?: string | null }) {
  const [restored, setRestored] = useState('');
  const { value } = useRead({ call: listDeletions });
  const shown = (value ?? []).filter((deletion) => seasonId === null || deletion.seasonId === seasonId);
  return (
    <div className="stack gap-2 empty:hidden">
      {shown.length === 0 ? null : (
        <ul aria-label="Recently deleted" className="border-t border-line empty:hidden">
          {shown.map((deletion) => (
            <DeletedRow
              key={deletion.id}
              deletion={deletion}
              onRestored={() => setRestored(`${deletion.name} is back.`)}
            />
          ))}
        </ul>
      )}
      {restored === '' ? null : (
        <p role="status" className="text-green">
          {restored}
        </p>
      )}
    </div>
  );
}

function DeletedRow({ deletion, onRestored }: { deletion: Deletion; onRestored: () => void }) {
  const secondsLeft = useSecondsLeft(Date.parse(deletion.undoUntil));
  const send = useWrite(undoDeletion);
  const { submit, isBusy, failure, wait } = useMutation({
    run: (_: undefined, key, signal) => send({ params: { deletionId: deletion.id }, key, signal }),
    onDone: onRestored,
  });
  if (secondsLeft === 0) return null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
      <span className="grid min-w-0">
        <bdi className="name-line font-650">{deletion.name}</bdi>
        <span className="text-14 text-mute">
          {deletedText(deletion.kind)} <span className="tabular-nums">{formatTimeLeft(secondsLeft)}</span>.
        </span>
      </span>
      <Button aria-label={`Bring back ${deletion.name}`} isBusy={isBusy} onClick={() => submit(undefined)}>
        Undo
      </Button>
      <div className={failure === null && wait === null ? 'absolute' : 'grid w-full gap-2'}>
        <FormError failure={failure} wait={wait} />
      </div>
    </li>
  );
}
