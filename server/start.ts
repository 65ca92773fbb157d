import { buildWhenStale } from './build-app.ts';

await buildWhenStale();
await import('./main.ts');
