import type { Locator, Page } from 'playwright/test';

/** The pace of a person on a phone, in s: to find and press something, and to type a letter. */
const pace = { tap: 2, letter: 0.25 };

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A person who taps and types. Taps are counted, also those in the pickers of the system. */
export interface Person {
  readonly tap: (target: Locator) => Promise<void>;
  /** Taps on a field and types into it. */
  readonly type: (target: Locator, text: string) => Promise<void>;
  readonly chooseFiles: (page: Page, button: Locator, files: readonly File[]) => Promise<void>;
  readonly taps: () => number;
  /** How long the person takes beside waiting for the app, in s. */
  readonly seconds: () => number;
}

export function createPerson(): Person {
  let taps = 0;
  let letters = 0;
  return {
    async tap(target) {
      taps += 1;
      await target.tap();
    },
    async type(target, text) {
      taps += 1;
      letters += text.length;
      await target.tap();
      await target.fill(text);
    },
    async chooseFiles(page, button, files) {
      // The button, each file, and the button of the picker.
      taps += files.length + 2;
      const chooser = page.waitForEvent('filechooser');
      await button.tap();
      await (await chooser).setFiles([...files]);
    },
    taps: () => taps,
    seconds: () => taps * pace.tap + letters * pace.letter,
  };
}
