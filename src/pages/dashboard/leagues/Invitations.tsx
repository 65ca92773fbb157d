import { useState } from 'react';
import { createInvitation, deleteInvitation, listInvitations } from '#contract/calls/members';
import type { Invitation, NewInvitation } from '#contract/entities/member';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import type { Rights } from '../../../actors/rights.tsx';
import { useWrite } from '../../../actors/write.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { ShareAddress } from '../../../components/ShareAddress.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { formatInstant } from '../../../format/date.ts';
import { type RoleChoice, roleChoices, rolesText } from '../../../format/role-words.ts';
import { ConfirmedWrite } from '../seasons/ConfirmedWrite.tsx';
import { RoleField } from './RoleField.tsx';

interface InvitationsProps {
  readonly leagueId: string;
  readonly leagueName: string;
  /** Those of the user. */
  readonly rights: Rights;
}

/** Makes a link that gives a role, and lists the links that can still be used. */
export function Invitations(props: InvitationsProps) {
  const { leagueId } = props;
  const read = useRead({ call: listInvitations, params: { leagueId } });
  return (
    <>
      <InvitationForm {...props} />
      <ReadView isPart read={read} skeleton={<Skeleton height={56} />}>
        {(invitations) =>
          invitations.length === 0 ? null : (
            <div className="grid gap-2 border-t border-line pt-4">
              <h3 className="text-17 font-750">Open invitations</h3>
              <ul className="grid">
                {invitations.map((invitation) => (
                  <li key={invitation.id} className="border-b border-hair py-2 last:border-0">
                    <InvitationRow leagueId={leagueId} invitation={invitation} rights={props.rights} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </ReadView>
    </>
  );
}

function InvitationForm({ leagueId, leagueName, rights }: InvitationsProps) {
  const [choice, setChoice] = useState<RoleChoice>('steward');
  const create = useWrite(createInvitation);
  const { submit, change, isBusy, value, failure, secondsLeft, wait } = useMutation({
    run: (chosen: RoleChoice, key, signal) =>
      create({ params: { leagueId }, body: { roles: [...roleChoices[chosen].roles] }, key, signal }),
  });
  return (
    <form className="stack gap-4" onSubmit={onSubmit(() => submit(choice))}>
      <RoleField
        rights={rights}
        value={choice}
        onChange={(chosen) => {
          setChoice(chosen);
          change();
        }}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} />
      {value === null ? null : <NewLink invitation={value} leagueName={leagueName} />}
      <div className="desk:justify-self-start">
        <SubmitButton
          label={value === null ? 'Create invitation link' : 'Create another link'}
          isBusy={isBusy}
          wait={wait}
          isDisabled={secondsLeft > 0}
        />
      </div>
    </form>
  );
}

/** The token is stored as a hash alone, so that the link is shown this once. */
function NewLink({
  invitation: { roles, url, expiresAt, left },
  leagueName,
}: {
  invitation: NewInvitation;
  leagueName: string;
}) {
  return (
    <div role="status" className="grid gap-3 rounded-8 bg-raised p-3">
      <p>
        <b className="font-650">{rolesText(roles)}</b>: {usesText(left)}, until {formatInstant(expiresAt)}. The link is
        shown only now.
      </p>
      <ShareAddress title={`Invitation to ${leagueName}`} address={url} />
    </div>
  );
}

interface InvitationRowProps extends Pick<InvitationsProps, 'leagueId' | 'rights'> {
  readonly invitation: Invitation;
}

function InvitationRow({ leagueId, invitation: { id, roles, madeBy, expiresAt, left }, rights }: InvitationRowProps) {
  const revoke = useWrite(deleteInvitation);
  const text = rolesText(roles);
  const canRevoke = rights.can(roles.includes('admin') ? 'ownLeague' : 'inviteStaff');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="grid min-w-0 flex-1 basis-44 gap-0.5">
        <span className="font-650">{text}</span>
        <span className="text-14 text-mute">
          {usesText(left)}, until {formatInstant(expiresAt)}
          {madeBy === null ? null : (
            <>
              {' '}
              · by <bdi className="wrap-anywhere">{madeBy}</bdi>
            </>
          )}
        </span>
      </span>
      {canRevoke ? (
        <ConfirmedWrite
          label="Revoke"
          description={`Revoke the invitation for ${text.toLowerCase()}`}
          question="The link stops working."
          confirmLabel="Revoke invitation"
          write={(key, signal) => revoke({ params: { leagueId, invitationId: id }, key, signal })}
        />
      ) : null}
    </div>
  );
}

function usesText(left: number): string {
  return left === 1 ? 'for one person' : `for up to ${left} people`;
}
