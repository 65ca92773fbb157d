import type { FieldError, Problem } from '#contract/api/problem';

/** A recorder gets a warning at most this often, in ms. */
const interval = 60_000;
/** The most errors in one warning. */
const maxErrors = 20;

/**
 * Collects the unusable values in the messages of one recorder, and sends them at most once a minute: the first error
 * at once, later ones when the minute is over. If several entries of a list have an error at the same place, the first
 * is sent. An error without a path is about messages as a whole.
 */
export class RecorderWarnings {
  readonly #send: (problem: Problem) => void;
  readonly #errors = new Map<string, FieldError>();
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(send: (problem: Problem) => void) {
    this.#send = send;
  }

  add(errors: readonly FieldError[], now: number): void {
    for (const error of errors) {
      if (this.#errors.size >= maxErrors) break;
      const place = `${error.path.replaceAll(/(?<=\.)\d+/g, '*')} ${error.path === '' ? error.message : ''}`;
      if (!this.#errors.has(place)) this.#errors.set(place, error);
    }
    this.flush(now);
  }

  /** Sends the warnings of the last minute. */
  flush(now: number): void {
    const [first, ...others] = this.#errors.values();
    if (first === undefined || now - this.#sentAt < interval) return;
    const detail = first.path === '' ? first.message : `${first.path}: ${first.message}`;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    this.#send({
      type: 'about:blank',
      title: 'Not All Data Was Used',
      detail: detail + more,
      errors: [first, ...others],
    });
    this.#errors.clear();
    this.#sentAt = now;
  }
}
