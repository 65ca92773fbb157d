import type { Reporter, TestModule, Vitest } from 'vitest/node';

/**
 * A change by which a module cannot be imported leaves its tests out, and Stryker would count it as not noticed: this way it
 * counts as an error, such as a change that does not compile.
 */
export class ImportErrors implements Reporter {
  #vitest: Vitest | null = null;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  onTestModuleEnd(module: TestModule) {
    for (const error of module.errors()) this.#vitest?.state.catchError(error, 'import');
  }
}
