import { listMemberships } from '#contract/calls/account';
import { listLeagueLog } from '#contract/calls/members';
import { useUser } from '../../actors/auth.tsx';
import type { ChangedIn } from '../../actors/editor.ts';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { formatInstant } from '../../format/date.ts';

interface ConflictNoticeProps {
  readonly changedIn: ChangedIn | null;
  readonly conflicts: readonly {
    /** What it is about as a person calls it, and both values as texts. */
    readonly label: string;
    readonly mine: string;
    readonly theirs: string;
    readonly onChoose: (side: 'mine' | 'theirs') => void;
  }[];
}

/** What was changed here and somewhere else: the user decides about each of it. */
export function ConflictNotice({ changedIn, conflicts }: ConflictNoticeProps) {
  return (
    <div role="alert" className={conflicts.length === 0 ? 'absolute' : 'grid gap-3 rounded-8 border border-amber p-3'}>
      {conflicts.length === 0 ? null : (
        <>
          {changedIn === null ? <Changed by={null} /> : <LoggedChange {...changedIn} />}
          <ul className="grid gap-4">
            {conflicts.map(({ label, mine, theirs, onChoose }) => (
              <li key={label} className="grid gap-2">
                <p className="font-750">{label}</p>
                <div className="grid gap-2 desk:grid-cols-2">
                  <Side label="Keep yours" text={mine} onChoose={() => onChoose('mine')} />
                  <Side label="Take the stored one" text={theirs} onChoose={() => onChoose('theirs')} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Who has made the last change of this kind, as the log of the league says. */
function LoggedChange({ entity, actions }: ChangedIn) {
  const memberships = useRead({ call: listMemberships }).value ?? [];
  const leagueIds = 'seasonIds' in entity ? [entity.id] : (entity.leagues ?? []).map(({ id }) => id);
  const league = memberships.find((each) => each.ownerId === entity.ownerId && leagueIds.includes(each.leagueId));
  if (league === undefined) return <Changed by={null} />;
  return (
    <LastChange leagueId={league.leagueId} seasonId={'seasonIds' in entity ? null : entity.id} actions={actions} />
  );
}

function LastChange({
  leagueId,
  seasonId,
  actions,
}: Pick<ChangedIn, 'actions'> & { leagueId: string; seasonId: string | null }) {
  const userId = useUser()?.userId;
  const { value, cached } = useRead({ call: listLeagueLog, params: { leagueId }, query: {} });
  // A copy from before the change would name somebody else.
  const entries = cached === null ? (value?.entries ?? []) : [];
  const last = entries.find((entry) => entry.seasonId === seasonId && actions.includes(entry.action));
  if (last === undefined || last.userName === null) return <Changed by={null} />;
  return <Changed by={{ name: last.userId === userId ? null : last.userName, at: last.at }} />;
}

/** `name`: null for the user on another device or in another tab. */
function Changed({ by }: { by: { readonly name: string | null; readonly at: string } | null }) {
  if (by === null) return <p>This was changed somewhere else while you were editing it. Choose what to keep.</p>;
  return (
    <p>
      {by.name === null ? 'You' : <bdi className="font-650">{by.name}</bdi>} changed this
      {by.name === null ? ' somewhere else' : ''} ({formatInstant(by.at)}) while you were editing it. Choose what to
      keep.
    </p>
  );
}

function Side({ label, text, onChoose }: { label: string; text: string; onChoose: () => void }) {
  return (
    <Button
      kind="plain"
      onClick={onChoose}
      className="grid min-h-11 gap-0.5 rounded-8 border border-line px-3 py-2 text-left hover:border-mute"
    >
      <span className="font-750 text-red">{label}</span>
      <span className="text-14 wrap-anywhere whitespace-pre-line text-mute">
        <bdi>{text === '' ? 'Empty' : text}</bdi>
      </span>
    </Button>
  );
}
