import type { ReactNode } from 'react';
import { invitationPath } from '#contract/api/invitation-path';
import type { InvitationPreview } from '#contract/entities/member';
import { usePhase, useUser } from '../../actors/auth.tsx';
import { useInvitation, useInvitationToken } from '../../actors/invitation.ts';
import type { Mutation } from '../../actors/mutation.ts';
import { useNameState } from '../../actors/name-state.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { Waiting } from '../../components/form/Waiting.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { formatInstant } from '../../format/date.ts';
import { withRedirect } from '../../format/redirect.ts';
import { choiceOf, roleChoices, rolesText } from '../../format/role-words.ts';

/** What a link to the staff of a league gives, and the button that accepts it. */
export function InvitationPage() {
  const token = useInvitationToken();
  return token === null ? <NotValid /> : <Invitation key={token} token={token} />;
}

/** A used, a revoked and an expired invitation are the same to the server. */
function NotValid() {
  return (
    <FormPage title="This invitation does not work" lead="It was used, was revoked, or its time is over.">
      <p>Ask whoever sent you the link for another one.</p>
    </FormPage>
  );
}

function Invitation({ token }: { token: string }) {
  const { preview, acceptance } = useInvitation(token);
  const { value, failure, secondsLeft, submit } = preview;
  if (isGone(preview) || isGone(acceptance)) return <NotValid />;
  if (acceptance.value !== null) return <Accepted leagueId={acceptance.value.leagueId} invitation={value} />;
  if (value === null)
    return (
      <FormPage title="Invitation">
        {failure === null ? (
          <>
            <Waiting wait={preview.wait} />
            <Skeleton height={120} />
          </>
        ) : (
          <>
            <FormError failure={failure} secondsLeft={secondsLeft} outcome="The invitation could not be read." />
            <Button isDisabled={secondsLeft > 0} onClick={() => submit(undefined)}>
              Try again
            </Button>
          </>
        )}
      </FormPage>
    );
  const { leagueName, roles, madeBy, expiresAt } = value;
  return (
    <FormPage
      title={`Join ${leagueName}`}
      lead={
        <>
          {madeBy === null ? 'You are invited' : <bdi className="text-text">{madeBy}</bdi>}
          {madeBy === null ? '' : ' invites you'} to help run this league.
        </>
      }
    >
      <div className="card grid gap-0.5 p-4">
        <b className="text-17 font-750">{rolesText(roles)}</b>
        <span className="text-mute">{roleChoices[choiceOf(roles)].hint}</span>
        <span className="text-14 text-mute">The link works until {formatInstant(expiresAt)}.</span>
      </div>
      <NextStep token={token} acceptance={acceptance} />
    </FormPage>
  );
}

function isGone({ failure }: Pick<Mutation<undefined, unknown>, 'failure'>): boolean {
  return failure?.status === 404 || failure?.status === 410;
}

interface NextStepProps {
  readonly token: string;
  readonly acceptance: Mutation<undefined, unknown>;
}

/** Accepting, or what has to come before it. */
function NextStep({ token, acceptance }: NextStepProps) {
  const phase = usePhase();
  const name = useNameState();
  const user = useUser();
  const address = invitationPath(token);
  if (phase === 'anonymous' || phase === 'recovering')
    return (
      <Steps lead="Log in first, or sign up. You come back here.">
        <ButtonLink kind="primary" href={withRedirect('/login', address)}>
          Log in
        </ButtonLink>
        <ButtonLink href={withRedirect('/signup', address)}>Sign up</ButtonLink>
      </Steps>
    );
  if (phase === 'member' && name === 'missing')
    return (
      <Steps lead="Members are shown with their names.">
        <ButtonLink kind="primary" href={withRedirect('/dashboard/profileInit', address)}>
          Choose a name
        </ButtonLink>
      </Steps>
    );
  const { submit, isBusy, failure, secondsLeft, wait } = acceptance;
  return (
    <form className="grid gap-3" onSubmit={onSubmit(() => submit(undefined))}>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <SubmitButton
        label="Accept"
        isBusy={isBusy}
        wait={wait}
        isDisabled={secondsLeft > 0 || phase !== 'member' || name !== 'named'}
      />
      {user === null ? null : (
        <p className="text-14 wrap-anywhere text-mute">
          Logged in as <bdi>{user.profile?.username ?? user.email}</bdi>
        </p>
      )}
    </form>
  );
}

function Steps({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p>{lead}</p>
      <div className="grid gap-2">{children}</div>
    </div>
  );
}

function Accepted({ leagueId, invitation }: { leagueId: string; invitation: InvitationPreview | null }) {
  const roles = invitation?.roles ?? [];
  return (
    <FormPage
      title="You are in"
      lead={
        <span role="status">
          Your role in <bdi className="text-text">{invitation?.leagueName ?? 'the league'}</bdi>:{' '}
          {rolesText(roles).toLowerCase()}.
        </span>
      }
    >
      <div className="grid gap-2">
        {roles.includes('admin') ? (
          <ButtonLink kind="primary" href={`/dashboard/leagues/${leagueId}/edit`}>
            Edit the league
          </ButtonLink>
        ) : (
          <ButtonLink kind="primary" href="/dashboard/seasons">
            Its seasons
          </ButtonLink>
        )}
        <ButtonLink href={`/leagues/${leagueId}`}>Open the league</ButtonLink>
      </div>
    </FormPage>
  );
}
