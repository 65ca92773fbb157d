import { sessionBodyLimit } from '#contract/constants';
import { NotImportable } from '#contract/pits-n-giggles/read';
import { startFault } from '#contract/race/recording';
import type { ConvertedFile } from '#machines/upload';
import { readSessionFile } from '../../recorder/session-file/read-session-file.ts';

/** A file to convert; the answer has the same number. */
export interface ConvertRequest {
  readonly number: number;
  readonly file: File;
  /** The server's time, in ms. */
  readonly now: number;
}

/** A converted file: of a recording of several sessions, each of them. */
export interface ConvertAnswer {
  readonly number: number;
  readonly converted: readonly ConvertedFile[];
}

/** Larger files are not read: no session is that large, and a phone has no memory for it. In bytes. */
const fileLimit = 100 * 1024 * 1024;

async function convertFile(file: File, now: number): Promise<ConvertedFile[]> {
  if (file.size > fileLimit) return [{ reason: 'it is too large for a session file' }];
  const remarks: string[] = [];
  try {
    let isDateGuessed = false;
    const guess = () => {
      isDateGuessed = true;
      return new Date(file.lastModified).toISOString();
    };
    const uploads = await readSessionFile({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
      changedAt: guess,
      remark: (remark) => remarks.push(remark),
    });
    return uploads.map((upload) => {
      const size = new TextEncoder().encode(JSON.stringify(upload)).length;
      // A server that refuses the size can close the connection before its answer is read.
      return size > sessionBodyLimit
        ? { reason: `its session is larger than ${sessionBodyLimit / 1024 / 1024} MiB` }
        : {
            upload,
            size,
            remarks,
            isDateGuessed,
            isDateInvalid: isDateGuessed && startFault(upload.sessionStartTime, now) !== null,
          };
    });
  } catch (error) {
    if (error instanceof NotImportable) return [{ reason: error.message }];
    // A file that was moved or changed after it was chosen.
    if (error instanceof DOMException) return [{ reason: 'the browser cannot read it any more' }];
    throw error;
  }
}

// In a worker, `self` has no origin to name.
const post = (answer: ConvertAnswer) => (self as { postMessage: (message: unknown) => void }).postMessage(answer);

addEventListener('message', ({ data: { number, file, now } }: MessageEvent<ConvertRequest>) => {
  convertFile(file, now).then(
    (converted) => post({ number, converted }),
    (error) => post({ number, converted: [{ reason: `it has a content that Pitboard does not know (${error})` }] }),
  );
});
