import { useState } from 'react';
import { deleteMember, setMemberRoles } from '#contract/calls/members';
import type { MemberList } from '#contract/entities/member';
import { useMutation } from '../../../actors/mutation.ts';
import type { Rights } from '../../../actors/rights.tsx';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { formatDay } from '../../../format/date.ts';
import { choiceOf, type RoleChoice, roleChoices, rolesText } from '../../../format/role-words.ts';
import { useDialogHistory } from '../../../navigation/use-dialog-history.ts';
import { ConfirmedWrite } from '../seasons/ConfirmedWrite.tsx';
import { RoleField } from './RoleField.tsx';

type Member = MemberList['members'][number];

interface MemberRowProps {
  readonly leagueId: string;
  readonly member: Member;
  readonly isSelf: boolean;
  /** Those of the user. */
  readonly rights: Rights;
  readonly onLeft: () => void;
}

/** A member of a league: their role, which can be changed, and the end of it. */
export function MemberRow({ leagueId, member, isSelf, rights, onLeft }: MemberRowProps) {
  const { userId, userName, roles, joinedAt } = member;
  const remove = useWrite(deleteMember);
  const name = userName ?? 'A user without a name';
  const isOwner = roles.includes('owner');
  const isManaged = !isOwner && !isSelf && rights.can(roles.includes('admin') ? 'ownLeague' : 'inviteStaff');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <PageLink href={`/user/${userId}`} className="stack min-h-11 min-w-0 flex-1 basis-40 content-center">
        <bdi className="name-line font-650 hover:text-red">{name}</bdi>
        <span className="text-14 text-mute">
          {rolesText(roles)}
          {isSelf ? ' · you' : ''} · since {formatDay(joinedAt)}
        </span>
      </PageLink>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {isManaged ? (
          <RoleButton key={roles.join()} leagueId={leagueId} member={member} name={name} rights={rights} />
        ) : null}
        {isManaged || (isSelf && !isOwner) ? (
          <ConfirmedWrite
            label={isSelf ? 'Leave' : 'Remove'}
            description={isSelf ? 'Leave this league' : `Remove ${name}`}
            question={
              isSelf
                ? 'Leave this league? Only an invitation brings you back. Results that you recorded stay.'
                : 'What they did stays, results that they recorded included. Open invitations are revoked.'
            }
            confirmLabel={isSelf ? 'Leave league' : 'Remove member'}
            write={async (key, signal) => {
              const outcome = await remove({ params: { leagueId, userId }, key, signal });
              if (isSelf && !('failure' in outcome)) onLeft();
              return outcome;
            }}
          />
        ) : null}
      </div>
    </div>
  );
}

interface RoleButtonProps extends Pick<MemberRowProps, 'leagueId' | 'member' | 'rights'> {
  readonly name: string;
}

/** Changes the role of a member. */
function RoleButton({ leagueId, member, name, rights }: RoleButtonProps) {
  const current = choiceOf(member.roles);
  const [choice, setChoice] = useState<RoleChoice>(current);
  const dialog = useDialogHistory(() => setChoice(current));
  const send = useWrite(setMemberRoles);
  const { submit, change, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (chosen: RoleChoice, key, signal) =>
      send({
        params: { leagueId, userId: member.userId },
        body: { roles: [...roleChoices[chosen].roles] },
        key,
        signal,
      }),
    onDone: dialog.close,
  });
  return (
    <>
      <Button aria-label={`Change the role of ${name}`} aria-haspopup="dialog" onClick={dialog.open}>
        Role
      </Button>
      <Sheet id={`role-${member.userId}`} title={name} dialog={dialog}>
        <form className="grid gap-4" onSubmit={onSubmit(() => submit(choice))}>
          <RoleField
            rights={rights}
            value={choice}
            onChange={(chosen) => {
              setChoice(chosen);
              change();
            }}
          />
          <FormError failure={failure} secondsLeft={secondsLeft} />
          <SubmitButton
            label="Save role"
            isBusy={isBusy}
            wait={wait}
            isDisabled={choice === current || secondsLeft > 0}
          />
        </form>
      </Sheet>
    </>
  );
}
