/**
 * Runs work one after another for each key. Changes of the same entity would wait for its lock anyway, each on a
 * connection of its own, until none is left for others.
 */
export class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Outcome>(key: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const before = this.#last.get(key);
    const outcome = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, outcome);
    const remove = () => {
      if (this.#last.get(key) === outcome) this.#last.delete(key);
    };
    outcome.then(remove, remove);
    return outcome;
  }
}
