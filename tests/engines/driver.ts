/** A tab with storage of its own. Expressions are JavaScript that is evaluated in its page. */
export interface Driver {
  readonly goto: (address: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** The value of an expression, or of its promise, as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Clicks the middle of an element as a mouse does; throws when there is none, or when it cannot be clicked. */
  readonly click: (element: string) => Promise<void>;
  /** Presses the keys of a text in an element. */
  readonly type: (element: string, text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface RunningEngine {
  readonly open: () => Promise<Driver>;
  readonly close: () => Promise<void>;
}

/** A browser that is not Chromium. */
export interface Engine {
  /** The name of the Debian package. */
  readonly packages: readonly string[];
  /** The programs that it needs. */
  readonly files: readonly string[];
  /** Starts it. `proxy` is the port on this machine that gets its requests to other machines. */
  readonly launch: (proxy: number) => Promise<RunningEngine>;
}

/** The size of a phone, in CSS px. */
export const phone = { width: 390, height: 844 };
