import { Fragment } from 'react';
import { type EditedSection, useOtherEditors } from '../../actors/editing.ts';

/** The names of those who have the same section open. */
export function EditingNow(props: EditedSection) {
  const editors = useOtherEditors(props);
  return (
    <p role="status" className="font-650 wrap-anywhere text-amber empty:hidden">
      {editors.length === 0 ? null : 'Also editing this page now: '}
      {editors.map(({ userId, userName }, index) => (
        <Fragment key={userId}>
          {index === 0 ? '' : ', '}
          <bdi>{userName ?? 'a user without a name'}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
