import type { Delivery } from '#contract/entities/webhook';
import { formatCount } from '../../../format/count.ts';
import { formatInstant } from '../../../format/date.ts';

/** How far a message to a chat is, and what its owner can do. */
export function deliveryText({ state, attempts, nextAttemptAt, settledAt, reason }: Delivery): string {
  switch (state) {
    case 'waiting':
      if (attempts === 0) return 'Waits to be sent.';
      return joined(reason, `Tried ${formatCount(attempts, 'time')}`, nextAttemptAt, ', next');
    case 'sending':
      return 'Is being sent.';
    case 'sent':
      return joined(null, 'Sent', settledAt, '');
    case 'unknown':
      return joined(reason, 'It may have arrived: look in the channel before you send it again. Tried', settledAt, '');
    case 'failed':
      return joined(reason, 'Not sent, given up', settledAt, '');
    default:
      return state satisfies never;
  }
}

function joined(reason: string | null, text: string, instant: string | null, word: string): string {
  const when = instant === null ? '' : `${word} ${formatInstant(instant)}`;
  return `${reason === null ? '' : `${reason} `}${text}${when}.`;
}
