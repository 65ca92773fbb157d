import type { SessionSummary } from '#contract/entities/session';
import { describeSession } from '#contract/race/describe-session';
import { shownPodium } from '#contract/race/ruled-event';
import { foldText } from '#contract/text/fold-text';

/** Why a session was found, in words; null where its card shows it. */
export function matchText(session: SessionSummary, text: string): string | null {
  const { userName } = session;
  const { title, place } = describeSession(session);
  const [first, ...others] = shownPodium(session);
  const shown = [title, first?.name, place].join(' ');
  const hidden = wordsOf(text).filter((word) => !includes(shown, word));
  if (hidden.length === 0) return null;
  const onPodium = others.findIndex(({ name }) => hidden.some((word) => includes(name, word)));
  if (onPodium !== -1) return `P${onPodium + 2} ${others[onPodium]?.name}`;
  if (hidden.some((word) => includes(userName ?? '', word))) return `Uploaded by ${userName}`;
  return `With a driver named “${hidden.join(' ')}”`;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Compares as the server does. */
function includes(text: string, word: string): boolean {
  return foldText(text).includes(foldText(word));
}
