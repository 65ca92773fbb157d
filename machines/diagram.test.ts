import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appUpdateMachine } from './app-update.ts';
import { authMachine } from './auth.ts';
import { availabilityMachine } from './availability.ts';
import { cachedReadMachine } from './cached-read.ts';
import { diagramOf } from './diagram.ts';
import { submissionMachine } from './submission.ts';

const file = join(import.meta.dirname, 'diagrams.md');
const machines = {
  'cached-read': cachedReadMachine,
  auth: authMachine,
  submission: submissionMachine,
  availability: availabilityMachine,
  'app-update': appUpdateMachine,
};

test('diagrams.md shows the machines as they are (UPDATE_DIAGRAMS=1 draws it anew)', () => {
  const sections = Object.entries(machines).map(([name, machine]) => `## ${name}\n\n${diagramOf(machine)}\n`);
  const drawn = `# Diagrams\n\nDrawn from the machines; a test fails when they differ.\n\n${sections.join('\n')}`;
  if (process.env.UPDATE_DIAGRAMS === '1') writeFileSync(file, drawn);
  expect(readFileSync(file, 'utf8')).toBe(drawn);
});
