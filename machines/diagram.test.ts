import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appUpdateMachine } from './app-update.ts';
import { authMachine } from './auth.ts';
import { availabilityMachine } from './availability.ts';
import { cachedReadMachine } from './cached-read.ts';
import { consentMachine } from './consent.ts';
import { diagramOf } from './diagram.ts';
import { downloadMachine } from './download.ts';
import { installMachine } from './install.ts';
import { keepOfflineMachine } from './keep-offline.ts';
import { shelfMachine } from './shelf.ts';
import { submissionMachine } from './submission.ts';

const file = join(import.meta.dirname, 'diagrams.md');
const machines = {
  'cached-read': cachedReadMachine,
  auth: authMachine,
  submission: submissionMachine,
  availability: availabilityMachine,
  'app-update': appUpdateMachine,
  consent: consentMachine,
  install: installMachine,
  download: downloadMachine,
  'keep-offline': keepOfflineMachine,
  shelf: shelfMachine,
};

test('diagrams.md shows the machines as they are (UPDATE_DIAGRAMS=1 draws it anew)', () => {
  const sections = Object.entries(machines).map(([name, machine]) => `## ${name}\n\n${diagramOf(machine)}\n`);
  const drawn = `# Diagrams\n\nDrawn from the machines; a test fails when they differ.\n\n${sections.join('\n')}`;
  if (process.env.UPDATE_DIAGRAMS === '1') writeFileSync(file, drawn);
  expect(readFileSync(file, 'utf8')).toBe(drawn);
});
