import { createContext, type ReactNode, useEffect } from 'react';
import { useRequired } from './required-context.ts';

/** Something that was typed and not saved. */
interface UnsavedChange {
  /** The name of the form on the screen. */
  readonly name: string;
  /** A draft of it is stored on the device, so that leaving the page loses nothing. */
  readonly hasDraft: boolean;
  /** The change is being sent: its draft may still be needed. */
  readonly isSending?: boolean;
}

/** The question before an action that may lose input. */
export interface LeaveQuestion {
  readonly reason: 'leave' | 'signOut';
  readonly changes: readonly UnsavedChange[];
  /** Drafts of the user on this device, which signing out removes. */
  readonly draftCount: number;
  /** The names of changes in other tabs, which signing out loses. */
  readonly elsewhere: readonly string[];
}

type Ask = (question: LeaveQuestion) => Promise<boolean>;

/** The registry of unsaved changes. Every action that may lose input asks it, and only it. */
export interface UnsavedChanges {
  readonly set: (id: string, change: UnsavedChange | null) => void;
  readonly changes: () => readonly UnsavedChange[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Nothing can be saved any more: leaving asks nothing until something else is changed. */
  readonly discardAll: () => void;
  /**
   * Null when nothing is unsaved, or leaving was confirmed already. Otherwise resolves with the user's answer. Another section
   * of the same editor is opened without a question while drafts keep everything.
   */
  readonly confirmLeaving: (isSameEditor?: boolean) => Promise<boolean> | null;
  readonly confirmSignOut: (draftCount: number, elsewhere: readonly string[]) => Promise<boolean>;
  /** Whether the question is asked, or may soon be: its dialog is to be loaded. */
  readonly needsDialog: () => boolean;
  /** Sets the dialog of the question; without one within seconds the browser asks. Returns a function that unsets it. */
  readonly setAsk: (ask: Ask) => () => void;
}

/** How long a question waits for its dialog to be loaded, in ms. */
const dialogTimeout = 5_000;

/** The questions without their dialog. */
const plainQuestions = {
  leave: 'Leave this page? What you typed may be lost.',
  signOut: 'Log out? What is not saved is lost, and your drafts on this device are deleted.',
} as const;

/** Creates the registry of this tab. `askPlainly` needs no script that may be missing. */
export function createUnsavedChanges(
  askPlainly: (text: string) => boolean = (text) => window.confirm(text),
): UnsavedChanges {
  const entries = new Map<string, UnsavedChange>();
  const listeners = new Set<() => void>();
  let list: readonly UnsavedChange[] = [];
  let ask: Ask | null = null;
  let isConfirmed = false;
  let isWaiting = false;

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  /** Resolves with who shows the question, as soon as its dialog is loaded; null after a time. */
  async function findAsk(): Promise<Ask | null> {
    if (ask !== null) return ask;
    isWaiting = true;
    notify();
    await new Promise<void>((done) => {
      const stop = () => {
        clearTimeout(timeout);
        listeners.delete(handleChange);
        done();
      };
      const handleChange = () => (ask === null ? undefined : stop());
      const timeout = setTimeout(stop, dialogTimeout);
      listeners.add(handleChange);
    });
    isWaiting = false;
    return ask;
  }

  type Question = Omit<LeaveQuestion, 'changes'>;

  async function answerTo(question: Question, asking: Ask | null): Promise<boolean> {
    if (asking !== null) return asking({ ...question, changes: list });
    // The change that was being sent has been stored meanwhile: nothing would be lost.
    return (question.reason === 'leave' && list.length === 0) || askPlainly(plainQuestions[question.reason]);
  }

  async function confirm(question: Question): Promise<boolean> {
    const answer = await answerTo(question, await findAsk());
    // Actions after an answer, such as a redirect after a sign-out, are not asked about again.
    if (answer) isConfirmed = true;
    return answer;
  }

  return {
    set(id, change) {
      if (change === null) entries.delete(id);
      else entries.set(id, change);
      if (change !== null || entries.size === 0) isConfirmed = false;
      list = [...entries.values()];
      notify();
    },
    changes: () => list,
    discardAll: () => {
      isConfirmed = true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    confirmLeaving: (isSameEditor = false) => {
      const isStored = isSameEditor && list.every(({ hasDraft, isSending }) => hasDraft && isSending !== true);
      return list.length === 0 || isConfirmed || isStored
        ? null
        : confirm({ reason: 'leave', draftCount: 0, elsewhere: [] });
    },
    confirmSignOut: async (draftCount, elsewhere) =>
      list.length + draftCount + elsewhere.length === 0 || confirm({ reason: 'signOut', draftCount, elsewhere }),
    needsDialog: () => isWaiting || list.length > 0,
    setAsk(next) {
      ask = next;
      notify();
      return () => {
        if (ask === next) ask = null;
      };
    },
  };
}

const UnsavedChangesContext = createContext<UnsavedChanges | null>(null);

/** The registry of unsaved changes. */
export const useUnsavedChangesRegistry = () => useRequired(UnsavedChangesContext, 'UnsavedChangesProvider');

/** Provides the registry, and warns before the tab is closed while something without a draft is unsaved. */
export function UnsavedChangesProvider({ registry, children }: { registry: UnsavedChanges; children: ReactNode }) {
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (registry.changes().some(({ hasDraft }) => !hasDraft)) event.preventDefault();
    };
    addEventListener('beforeunload', handleUnload);
    return () => removeEventListener('beforeunload', handleUnload);
  }, [registry]);
  return <UnsavedChangesContext value={registry}>{children}</UnsavedChangesContext>;
}
