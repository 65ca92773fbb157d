import type { FileUpload } from '../../../actors/uploads.ts';
import { Button } from '../../../components/Button.tsx';
import { FileButton } from '../../../components/FileButton.tsx';
import { formIcons } from '../../../components/form-icons.ts';
import { formatCount } from '../../../format/count.ts';
import { UploadRow } from './UploadRow.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface UploadPanelProps {
  readonly uploads: readonly FileUpload[];
  readonly onChosen: (files: readonly File[]) => void;
  readonly onDropped: (files: readonly File[]) => void;
  /** Files were sent to the app and are not on the device: they could not be stored, or another website sent them. */
  readonly notReceived: 'lost' | 'foreign' | null;
}

const notReceivedTexts = {
  lost: 'The files that you shared did not arrive. Choose them here instead.',
  foreign: 'Another website sent files. They were not taken. If they are yours, choose them here.',
};

/** Takes session files, dropped anywhere on the page or chosen, and shows what becomes of each. */
export function UploadPanel({ uploads, onChosen, onDropped, notReceived }: UploadPanelProps) {
  const isOver = useFileDrop(onDropped);
  const finished = uploads.filter(({ phase }) => phase === 'stored' || phase === 'unreadable');
  const ready = uploads.filter(({ canConfirm }) => canConfirm);
  return (
    <section aria-labelledby="upload" className="grid gap-3">
      <div
        className={`flex flex-wrap items-center gap-x-6 gap-y-3 rounded-10 border border-dashed p-4 ${isOver ? 'border-red bg-raised' : 'border-line'}`}
      >
        <div className="grid flex-1 basis-60 gap-0.5">
          <h2 id="upload" className="text-17 font-750">
            {isOver ? 'Drop the files here' : 'Upload sessions'}
          </h2>
          <p className="text-14 text-mute">
            Files of Pits n’ Giggles, recordings of the recorder, and sessions of Pitboard as JSON or CSV; packed or
            not. <span className="max-desk:hidden">Drop them here, or choose them.</span>
          </p>
        </div>
        <FileButton
          icon={formIcons.upload}
          multiple
          accept=".json,.csv,.cap,.gz,.zip,application/json,text/csv,application/gzip,application/zip"
          className="max-desk:w-full"
          onFiles={onChosen}
        >
          Choose files
        </FileButton>
      </div>
      {notReceived !== null && uploads.length === 0 ? (
        <p role="status" className="text-amber">
          {notReceivedTexts[notReceived]}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-14 empty:hidden">
        <p role="status" className="text-mute empty:hidden">
          {summaryOf(uploads)}
        </p>
        {ready.length > 1 ? (
          <Button
            kind="primary"
            className="max-desk:w-full desk:ml-auto"
            onClick={() => {
              for (const { confirm } of ready) confirm();
            }}
          >
            Upload {formatCount(ready.length, 'file')}
          </Button>
        ) : null}
        {finished.length > 1 ? (
          <Button
            kind="link"
            className="min-h-11"
            onClick={() => {
              for (const { remove } of finished) remove();
            }}
          >
            Clear the list
          </Button>
        ) : null}
      </div>
      {uploads.length === 0 ? null : (
        <ul aria-label="Uploads" className="grid border-t border-line">
          {uploads.map(({ key, ...upload }) => (
            <UploadRow key={key} {...upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** How many files are done, and how many of them were not uploaded. */
function summaryOf(uploads: UploadPanelProps['uploads']): string {
  if (uploads.length === 0) return '';
  const failed = uploads.filter(({ phase }) => phase === 'unreadable' || phase === 'refused').length;
  const done = failed + uploads.filter(({ phase }) => phase === 'stored').length;
  const waiting = uploads.filter(({ phase }) => phase === 'ready' || phase === 'conflict').length;
  if (done === 0 && waiting === uploads.length)
    return waiting === 1 ? 'One file waits for you' : `${waiting} files wait for you`;
  const text = `${done} of ${formatCount(uploads.length, 'file')} done`;
  return failed === 0 ? text : `${text}, ${failed} not uploaded`;
}
