import type { FunctionComponent, RefObject } from 'react';
import { startAppUpdate } from '../../actors/update.ts';
import { UpdateNotice } from './UpdateNotice.tsx';

/** Begins to follow the app's versions, and answers what shows them. */
export function startNotice(): FunctionComponent<{ isTyped: RefObject<boolean> }> {
  const update = startAppUpdate();
  return ({ isTyped }) => <UpdateNotice update={update} isTyped={isTyped} />;
}
