import type { ComponentType } from 'react';
import { type AppPageName, componentOf, type PageComponent } from '#contract/pages/routes';

export type Page = ComponentType<{ id: string }> & {
  /** Loads what the page shows on a tab; an address without a tab has the empty name. */
  readonly loadTab?: (tab: string) => Promise<void>;
};

/** How the modules of pages are loaded: each has a component of the name of its page. */
export type PageModules<Name extends AppPageName> = {
  readonly [Each in Name]: () => Promise<Readonly<Record<PageComponent<Each>, Page>>>;
};

/** Loads the component of a page. */
export async function loadComponent<Name extends AppPageName, Each extends Name>(
  modules: PageModules<Name>,
  name: Each,
): Promise<Page> {
  const module: Readonly<Record<PageComponent<Each>, Page>> = await modules[name]();
  return module[componentOf(name)];
}
