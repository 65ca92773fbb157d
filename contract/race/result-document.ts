import type { Session } from '../entities/session.ts';
import type { LiveDocument } from '../live/document.ts';
import { toDocument } from '../live/to-document.ts';
import { classify } from './classify.ts';
import { shownEventOf } from './ruled-event.ts';
import { resultOf } from './ruled-session.ts';

/** The live document of a stored session, in which cars have the places of the result that its page shows. */
export function resultDocument(stored: Session): LiveDocument {
  const session = resultOf(stored, shownEventOf(stored, null));
  const drivers = classify(session).map(({ driver, position }) => ({
    ...driver,
    position: position ?? driver.position,
  }));
  return toDocument({ ...session, drivers });
}
