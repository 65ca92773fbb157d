import type { WriteStream } from 'node:tty';
import { type Status, statusLine } from './status.ts';

/** Without a terminal the status is printed at most this often, in ms. */
const quietInterval = 10_000;

/** The output of the command: messages, and below them one line that changes. */
export class Terminal {
  readonly #stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>;
  #line = '';
  #printedAt = Number.NEGATIVE_INFINITY;
  #advice: string | null = null;

  constructor(stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>) {
    this.#stream = stream;
  }

  /** Prints a message, in one line. */
  print(text: string): void {
    this.#clear();
    this.#stream.write(`${plain(text)}\n`);
    this.#draw();
  }

  showStatus(status: Status): void {
    if (status.advice !== this.#advice) {
      this.#advice = status.advice;
      if (status.advice !== null) this.print(status.advice);
    }
    const line = plain(statusLine(status));
    if (this.#stream.isTTY) {
      this.#clear();
      this.#line = line;
      this.#draw();
    } else if (line !== this.#line && performance.now() - this.#printedAt >= quietInterval) {
      this.#line = line;
      this.#printedAt = performance.now();
      this.#stream.write(`${line}\n`);
    }
  }

  /** Leaves the last status where it is. */
  end(): void {
    if (this.#stream.isTTY && this.#line !== '') this.#stream.write('\n');
    this.#line = '';
  }

  #clear(): void {
    if (this.#stream.isTTY && this.#line !== '') this.#stream.write('\r\x1b[2K');
  }

  #draw(): void {
    if (this.#stream.isTTY) this.#stream.write(this.#line.slice(0, (this.#stream.columns || 80) - 1));
  }
}

/** Names come from the game and reasons from the server: they do not control the terminal. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
