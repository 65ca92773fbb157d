import { isCurrent } from './is-current.ts';
import type { MenuLink } from './menu-links.ts';

/** A link of the header on a wide screen; `path` is the page that is shown. */
export function HeaderLink({ link, path }: { link: MenuLink; path: string }) {
  return (
    <a
      href={link.href}
      aria-current={isCurrent(link.href, path) ? 'page' : undefined}
      className="grid h-11 place-items-center px-2.5 font-650 text-mute hover:text-text aria-[current=page]:text-text"
    >
      {link.label}
    </a>
  );
}
