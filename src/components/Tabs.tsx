import { centreInStrip } from '../browser/strip.ts';

/** Tabs with an address each; on a phone the strip scrolls sideways, to the current one at first. */
export function Tabs({
  label,
  tabs,
  current,
  hrefOf = (name) => `?tab=${name}`,
}: {
  label: string;
  tabs: readonly { name: string; label: string }[];
  current: string;
  hrefOf?: (name: string) => string;
}) {
  return (
    <nav
      aria-label={label}
      className="no-print sticky top-13 z-20 -mx-4 border-b border-line bg-bg px-2 desk:mx-0 desk:px-0 wide:top-15"
    >
      <ul className="strip-x">
        {tabs.map(({ name, label: tabLabel }) => (
          <li key={name}>
            <a
              ref={name === current ? centreInStrip : undefined}
              href={hrefOf(name)}
              aria-current={name === current ? 'page' : undefined}
              className="grid h-11 place-items-center border-b-2 border-transparent px-2.5 font-650 whitespace-nowrap text-mute hover:text-text aria-[current=page]:border-red aria-[current=page]:text-text"
            >
              {tabLabel}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
