import { useNoticeBell } from '../../actors/notices.ts';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { useNavigate } from '../../navigation/use-navigate.ts';

/** The link to the notices of a user, with the number of those that they have not read. */
export function NoticeBell() {
  const unread = useNoticeBell(useNavigate());
  return (
    <a
      href="/dashboard/notices"
      aria-label={unread === 0 ? 'Notices' : `Notices, ${unread} unread`}
      className="relative grid size-11 place-items-center text-mute hover:text-text"
    >
      <Icon path={frameIcons.bell} size={22} />
      {unread === 0 ? null : (
        <span className="tabular absolute top-1 right-0 grid min-w-5 place-items-center rounded-full bg-redfill px-1 text-12 font-750 text-white">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </a>
  );
}
