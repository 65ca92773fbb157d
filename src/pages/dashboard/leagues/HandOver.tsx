import { useState } from 'react';
import { handOverLeague, listMembers } from '#contract/calls/members';
import type { LeagueStaff } from '#contract/entities/member';
import type { ShownLeague } from '../../../actors/leagues.ts';
import { useMutation } from '../../../actors/mutation.ts';
import { usePasswordProof } from '../../../actors/password-proof.ts';
import { useRead } from '../../../actors/read.tsx';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { DeleteForm } from '../../../components/form/DeleteForm.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useDialogHistory } from '../../../navigation/use-dialog-history.ts';
import { ConfirmPassword } from '../../account/ConfirmPassword.tsx';

/** Makes one of the admins the owner of the league, after its name was typed. */
export function HandOver(shown: ShownLeague) {
  const read = useRead({ call: listMembers, params: { leagueId: shown.league.id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={96} />}>
      {({ members }) => {
        const admins = members.filter(({ roles }) => roles.includes('admin'));
        return admins.length === 0 ? (
          <p className="text-mute">A league goes to one of its admins. Invite one first.</p>
        ) : (
          <HandOverForm {...shown} admins={admins} />
        );
      }}
    </ReadView>
  );
}

function HandOverForm({ league, version, admins }: ShownLeague & { admins: readonly LeagueStaff[] }) {
  const [chosen, setChosen] = useState('');
  const dialog = useDialogHistory();
  const send = useWrite(handOverLeague);
  const proof = usePasswordProof();
  const mutation = useMutation({
    run: (userId: string, key, signal) =>
      proof.prove(signal, () =>
        send({ entity: league, version, params: { leagueId: league.id }, body: { userId }, key, signal }),
      ),
    onDone: dialog.close,
  });
  const heir = admins.find(({ userId }) => userId === chosen) ?? admins[0];
  if (heir === undefined) return null;
  const nameOf = ({ userName }: LeagueStaff) => userName ?? 'A user without a name';
  return (
    <div className="grid gap-3">
      <p className="text-mute">
        The new owner gets the league with your seasons in it. You stay as an admin, so that it can be handed back.
      </p>
      <SelectField label="New owner" value={heir.userId} onChange={({ target }) => setChosen(target.value)}>
        <Options of={admins.map((admin) => [admin.userId, nameOf(admin)])} />
      </SelectField>
      <Button kind="danger" className="justify-self-start" onClick={dialog.open}>
        Hand over league…
      </Button>
      <Sheet id="hand-over-question" title="Hand this league over?" dialog={dialog}>
        <DeleteForm
          name={league.name}
          lead={
            <>
              <bdi className="font-650 text-text wrap-anywhere">{nameOf(heir)}</bdi> owns the league and your seasons in
              it from then on. Only they can hand it back.
            </>
          }
          action="Hand over league"
          onDelete={() => mutation.submit(heir.userId)}
          mutation={{ ...mutation, isBusy: mutation.isBusy || mutation.isDone, fields: ['proof'] }}
          isComplete={!proof.isMissing}
        >
          <ConfirmPassword proof={proof} />
        </DeleteForm>
      </Sheet>
    </div>
  );
}
