import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appUpdateMachine } from './app-update.ts';
import { authMachine } from './auth.ts';
import { availabilityMachine } from './availability.ts';
import { cachedReadMachine } from './cached-read.ts';
import { connectivityMachine } from './connectivity.ts';
import { consentMachine } from './consent.ts';
import { deletionMachine } from './deletion.ts';
import { diagramOf } from './diagram.ts';
import { downloadMachine } from './download.ts';
import { draftKeeperMachine } from './draft-keeper.ts';
import { editorMachine } from './editor.ts';
import { installMachine } from './install.ts';
import { keepOfflineMachine } from './keep-offline.ts';
import { liveConnectionMachine } from './live-connection.ts';
import { mutationMachine } from './mutation.ts';
import { offlineLibraryMachine } from './offline-library.ts';
import { profileLookupMachine } from './profile-lookup.ts';
import { retryAfterMachine } from './retry-after.ts';
import { sessionRefreshMachine } from './session-refresh.ts';
import { uploadMachine } from './upload.ts';

const file = join(import.meta.dirname, 'diagrams.md');
const machines = {
  'cached-read': cachedReadMachine,
  auth: authMachine,
  'profile-lookup': profileLookupMachine,
  'session-refresh': sessionRefreshMachine,
  mutation: mutationMachine,
  editor: editorMachine,
  'draft-keeper': draftKeeperMachine,
  'retry-after': retryAfterMachine,
  connectivity: connectivityMachine,
  'live-connection': liveConnectionMachine,
  availability: availabilityMachine,
  'app-update': appUpdateMachine,
  consent: consentMachine,
  install: installMachine,
  download: downloadMachine,
  'keep-offline': keepOfflineMachine,
  'offline-library': offlineLibraryMachine,
  deletion: deletionMachine,
  upload: uploadMachine,
};

test('diagrams.md matches the machines (UPDATE_DIAGRAMS=1 draws it again)', () => {
  const sections = Object.entries(machines).map(([name, machine]) => `## ${name}\n\n${diagramOf(machine)}\n`);
  const drawn = `# Diagrams\n\nDrawn from the machines; a test fails when they differ.\n\n${sections.join('\n')}`;
  if (process.env.UPDATE_DIAGRAMS === '1') writeFileSync(file, drawn);
  expect(readFileSync(file, 'utf8')).toBe(drawn);
});
