import { accountComponents } from './components/account.ts';
import type { Component } from './components/component.ts';
import { numberedEnumerations, wordedEnumerations } from './components/enumerations.ts';
import { leagueComponents } from './components/leagues.ts';
import { liveComponents } from './components/live.ts';
import { recordComponents } from './components/records.ts';
import { seasonComponents } from './components/seasons.ts';
import { sessionComponents } from './components/sessions.ts';

/** The named schemas of the OpenAPI document with words for every field. Apart from the schemas: the app does not need them. */
export const components: Readonly<Record<string, Component>> = {
  ...sessionComponents,
  ...seasonComponents,
  ...leagueComponents,
  ...liveComponents,
  ...recordComponents,
  ...accountComponents,
  ...numberedEnumerations,
  ...wordedEnumerations,
};
