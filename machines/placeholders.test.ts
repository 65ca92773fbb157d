import { expect, test } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, type AnyStateNode, createActor, StateMachine } from 'xstate';
import { appUpdateMachine } from './app-update.ts';
import { authMachine } from './auth.ts';
import { cachedReadMachine } from './cached-read.ts';
import { connectivityMachine } from './connectivity.ts';
import { consentMachine } from './consent.ts';
import { editorMachine } from './editor.ts';
import { keepOfflineMachine } from './keep-offline.ts';
import { liveConnectionMachine } from './live-connection.ts';
import { mutationMachine } from './mutation.ts';
import { profileLookupMachine } from './profile-lookup.ts';
import { uploadMachine } from './upload.ts';
import { uploadsMachine } from './uploads.ts';

const machines: readonly AnyStateMachine[] = [
  appUpdateMachine,
  authMachine,
  cachedReadMachine,
  connectivityMachine,
  consentMachine,
  editorMachine,
  keepOfflineMachine,
  liveConnectionMachine,
  mutationMachine,
  profileLookupMachine,
  uploadMachine,
  uploadsMachine,
];

/** The names of the actors that a state and those in it run. */
function actorsOf({ invoke, states }: AnyStateNode): string[] {
  const inner = Object.values<AnyStateNode>(states).flatMap(actorsOf);
  return [...invoke.map(({ src }) => String(src)), ...inner];
}

/** Starts an actor by itself; resolves with how it fails. */
function failureOf(logic: AnyActorLogic): Promise<unknown> {
  return new Promise((resolve) => {
    const actor = createActor(logic, { input: {} });
    actor.subscribe({ error: resolve, complete: () => resolve('complete') });
    actor.start();
  });
}

test.each(machines.map((machine) => [machine.id, machine] as const))(
  'an actor of %s that the app has not provided fails with its name',
  async (_, machine) => {
    const named = new Set(actorsOf(machine.root));
    for (const name of named) {
      const logic = machine.implementations.actors[name] as AnyActorLogic | undefined;
      // A machine that is a part of this one.
      if (logic instanceof StateMachine) continue;
      expect([name, logic === undefined ? 'missing' : await failureOf(logic)]).toEqual([
        name,
        new Error(`the actor ${name} is not provided`),
      ]);
    }
  },
);
