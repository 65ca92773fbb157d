/** The budget of recorders: bytes in a second, and ms of each second of the event loop. */
export const recorderBudgets = {
  recorder: { bytes: 256 * 1_024, time: 200 },
  account: { bytes: 512 * 1_024, time: 400 },
  all: { bytes: Number.POSITIVE_INFINITY, time: 500 },
  /** The share of each recorder when all together exceed theirs. */
  assured: { bytes: Number.POSITIVE_INFINITY, time: 30 },
} as const;

type Amounts = { readonly bytes: number; readonly time: number };
export type BudgetLimits = Readonly<Record<keyof typeof recorderBudgets, Amounts>>;

/** A second's worth may be saved up, and as much overdrawn: the cost of a message is measured afterwards. */
class Bucket {
  readonly #rate: Amounts;
  #bytes: number;
  #time: number;
  #filledAt: number;

  constructor(rate: Amounts, now: number) {
    this.#rate = rate;
    this.#bytes = rate.bytes;
    this.#time = rate.time;
    this.#filledAt = now;
  }

  isEmpty(now: number): boolean {
    this.#fill(now);
    return this.#bytes <= 0 || this.#time <= 0;
  }

  spend({ bytes, time }: Amounts, now: number): void {
    this.#fill(now);
    this.#bytes = Math.max(-this.#rate.bytes, this.#bytes - bytes);
    this.#time = Math.max(-this.#rate.time, this.#time - time);
  }

  #fill(now: number): void {
    const seconds = Math.max(0, now - this.#filledAt) / 1_000;
    this.#filledAt = now;
    const { bytes, time } = this.#rate;
    this.#bytes = bytes === Number.POSITIVE_INFINITY ? bytes : Math.min(bytes, this.#bytes + bytes * seconds);
    this.#time = time === Number.POSITIVE_INFINITY ? time : Math.min(time, this.#time + time * seconds);
  }
}

/** The budget of a recorder: bytes, and the time of its live race in the event loop. */
export interface RecorderBudget {
  /** Whether its messages have to wait, merged into one. */
  readonly isUsedUp: () => boolean;
  readonly spend: (amounts: Amounts) => void;
  readonly close: () => void;
}

/** The budgets of all recorders of this process. They are filled in real time, by a clock that never goes back. */
export class RecorderBudgets {
  readonly #limits: BudgetLimits;
  readonly #now: () => number;
  readonly #all: Bucket;
  readonly #accounts = new Map<string, { readonly bucket: Bucket; recorders: number }>();

  constructor(limits: BudgetLimits = recorderBudgets, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#all = new Bucket(limits.all, now());
  }

  /** The budget of a recorder of a user. */
  open(userId: string): RecorderBudget {
    const own = new Bucket(this.#limits.recorder, this.#now());
    const assured = new Bucket(this.#limits.assured, this.#now());
    const account = this.#accounts.get(userId) ?? {
      bucket: new Bucket(this.#limits.account, this.#now()),
      recorders: 0,
    };
    this.#accounts.set(userId, account);
    account.recorders += 1;
    return {
      isUsedUp: () => {
        const now = this.#now();
        if (own.isEmpty(now) || account.bucket.isEmpty(now)) return true;
        return this.#all.isEmpty(now) && assured.isEmpty(now);
      },
      spend: (amounts) => {
        const now = this.#now();
        for (const bucket of [own, assured, account.bucket, this.#all]) bucket.spend(amounts, now);
      },
      close: () => {
        account.recorders -= 1;
        if (account.recorders === 0) this.#accounts.delete(userId);
      },
    };
  }
}
