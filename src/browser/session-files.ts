import type { ConvertedFile } from '#machines/upload';
import type { ConvertAnswer, ConvertRequest } from './session-file-worker.ts';
import workerUrl from './session-file-worker.ts?worker&url';
import { createScriptUrlPolicy } from './trusted-script-url.ts';

/** Converts session files of Pits n' Giggles in a worker, so that the page stays responsive. */
export interface SessionFileConverter {
  /** Rejects when the worker cannot be loaded, or was closed. `now`: the server's time, in ms. */
  readonly convert: (file: File, now: number) => Promise<readonly ConvertedFile[]>;
  readonly close: () => void;
}

interface Pending {
  readonly resolve: (converted: readonly ConvertedFile[]) => void;
  readonly reject: (error: Error) => void;
}

let trustUrl: ((url: string) => string) | null = null;

/** Creates a converter; its worker is loaded with the first file. */
export function createSessionFileConverter(): SessionFileConverter {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let lastNumber = 0;

  function close(reason = 'the converter was closed'): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of pending.values()) reject(new Error(reason));
    pending.clear();
  }

  function open(): Worker {
    trustUrl ??= createScriptUrlPolicy('session-files', (url) => url === workerUrl);
    const opened = new Worker(trustUrl(workerUrl), { type: 'module' });
    opened.addEventListener('message', ({ data: { number, converted } }: MessageEvent<ConvertAnswer>) => {
      pending.get(number)?.resolve(converted);
      pending.delete(number);
    });
    opened.addEventListener('error', () => close('the converter could not be loaded'));
    return opened;
  }

  return {
    convert: (file, now) =>
      new Promise((resolve, reject) => {
        worker ??= open();
        lastNumber += 1;
        pending.set(lastNumber, { resolve, reject });
        worker.postMessage({ number: lastNumber, file, now } satisfies ConvertRequest);
      }),
    close: () => close(),
  };
}
