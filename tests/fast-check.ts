import fc from 'fast-check';

// The same values in every run, so that a failure comes from a change. The long form tries new ones.
if (process.env.PITBOARD_LONG === undefined) fc.configureGlobal({ seed: 1 });

export { default } from 'fast-check';
