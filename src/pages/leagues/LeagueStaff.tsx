import type { LeagueStaff as Staff } from '#contract/entities/member';
import { PageLink } from '../../components/PageLink.tsx';
import { staffByRole } from '../../format/role-words.ts';

/** The people who run a league, by role. */
export function LeagueStaff({ staff }: { staff: readonly Staff[] }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-14">
      {staffByRole(staff).map(({ label, people }) => (
        <div key={label} className="flex min-w-0 flex-wrap gap-x-2">
          <dt className="text-mute">{label}</dt>
          {people.map(({ userId, userName }) => (
            <dd key={userId} className="min-w-0 wrap-anywhere">
              <PageLink href={`/user/${userId}`} className="inline-flex min-h-6 items-center hover:text-red">
                <bdi>{userName ?? 'a user without a name'}</bdi>
              </PageLink>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
