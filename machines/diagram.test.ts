import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { appUpdateMachine } from './app-update.ts';
import { authMachine } from './auth.ts';
import { cachedReadMachine } from './cached-read.ts';
import { connectivityMachine } from './connectivity.ts';
import { consentMachine } from './consent.ts';
import { editorMachine } from './editor.ts';
import { entryMachine } from './entry.ts';
import { keepOfflineMachine } from './keep-offline.ts';
import { liveConnectionMachine } from './live-connection.ts';
import { mutationMachine } from './mutation.ts';
import { profileLookupMachine } from './profile-lookup.ts';
import { pushMachine } from './push.ts';
import { replayMachine } from './replay.ts';
import { uploadMachine } from './upload.ts';

const file = join(import.meta.dirname, 'diagrams.md');
const machines = {
  'cached-read': cachedReadMachine,
  auth: authMachine,
  'profile-lookup': profileLookupMachine,
  mutation: mutationMachine,
  editor: editorMachine,
  connectivity: connectivityMachine,
  'live-connection': liveConnectionMachine,
  'app-update': appUpdateMachine,
  consent: consentMachine,
  'keep-offline': keepOfflineMachine,
  replay: replayMachine,
  upload: uploadMachine,
  entry: entryMachine,
  push: pushMachine,
};

test('diagrams.md matches the machines (UPDATE_DIAGRAMS=1 draws it again)', () => {
  const sections = Object.entries(machines).map(([name, machine]) => `## ${name}\n\n${diagramOf(machine)}\n`);
  const drawn = `# Diagrams\n\nDrawn from the machines; a test fails when they differ.\n\n${sections.join('\n')}`;
  if (process.env.UPDATE_DIAGRAMS === '1') writeFileSync(file, drawn);
  expect(readFileSync(file, 'utf8')).toBe(drawn);
});

/** A machine as a Mermaid state diagram; drawn from the machine itself, so that it is never wrong. */
function diagramOf(machine: AnyStateMachine): string {
  return ['```mermaid', 'stateDiagram-v2', ...linesOf(machine.root, '  '), '```'].join('\n');
}

function nameOf(node: AnyStateNode): string {
  return node.path.join('_');
}

function linesOf(node: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states) as AnyStateNode[];
  const initial = node.type === 'compound' ? node.initial?.target?.[0] : undefined;
  const start = initial === undefined ? [] : [`${indent}[*] --> ${nameOf(initial)}`];
  return [
    ...start,
    ...children.flatMap((child, index) => [
      ...(node.type === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...stateLines(child, indent),
      ...arrowsOf(child, indent),
    ]),
  ];
}

function stateLines(node: AnyStateNode, indent: string): string[] {
  const isLeaf = Object.keys(node.states).length === 0;
  if (isLeaf) return [`${indent}state "${node.key}${tagsOf(node)}" as ${nameOf(node)}`];
  return [`${indent}state "${node.key}" as ${nameOf(node)} {`, ...linesOf(node, `${indent}  `), `${indent}}`];
}

function tagsOf(node: AnyStateNode): string {
  return node.tags.length === 0 ? '' : ` (${node.tags.join(', ')})`;
}

function arrowsOf(node: AnyStateNode, indent: string): string[] {
  const always = node.always ?? [];
  const transitions = [...node.transitions.values()].flat();
  return [...transitions, ...always].flatMap((transition) =>
    (transition.target ?? []).map((target) => {
      const guard = guardName(transition.guard);
      const label = [labelOf(transition.eventType), guard === null ? '' : `[${guard}]`]
        .filter((part) => part !== '')
        .join(' ');
      return `${indent}${nameOf(node)} --> ${nameOf(target)}${label === '' ? '' : ` : ${label}`}`;
    }),
  );
}

function guardName(guard: unknown): string | null {
  if (typeof guard === 'string') return guard;
  const hasType = typeof guard === 'object' && guard !== null && 'type' in guard;
  return hasType && typeof guard.type === 'string' ? guard.type : null;
}

/** XState's own event names in words. */
function labelOf(event: string): string {
  if (event.startsWith('xstate.done.actor.')) return 'done';
  if (event.startsWith('xstate.error.actor.')) return 'error';
  const after = /^xstate\.after\.([^.]+)\./.exec(event)?.[1];
  return after === undefined ? event : `after ${after}`;
}
