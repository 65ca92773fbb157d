/** Every call of the API. */
export * from './account.ts';
export * from './edit-account.ts';
export * from './edit-league.ts';
export * from './edit-season.ts';
export * from './edit-session.ts';
export * from './events.ts';
export * from './leagues.ts';
export * from './live.ts';
export * from './members.ts';
export * from './recorders.ts';
export * from './revisions.ts';
export * from './roster.ts';
export * from './rulings.ts';
export * from './seasons.ts';
export * from './sessions.ts';
export * from './site.ts';
export * from './webhook.ts';
