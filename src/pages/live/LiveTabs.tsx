import { type LiveStore, useRace } from '../../actors/live.ts';
import { centreInStrip } from '../../browser/strip.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { liveIcons } from './live-icons.ts';

/** The panels of a live page: one at a time on a phone, all beside each other on a wide screen. */
export type LivePanel = 'tower' | 'map' | 'control' | 'weather' | 'championship';

/** All of them fit on a phone of usual width with their short labels. */
const tabs: readonly { readonly name: LivePanel; readonly label: string; readonly short?: string }[] = [
  { name: 'tower', label: 'Tower' },
  { name: 'map', label: 'Map' },
  { name: 'control', label: 'Race control', short: 'Control' },
  { name: 'weather', label: 'Weather' },
  { name: 'championship', label: 'Championship', short: 'Points' },
];

/** The panels of a session: a championship only where it belongs to one. */
export function panelsOf(hasChampionship: boolean): readonly LivePanel[] {
  return tabs.map(({ name }) => name).filter((name) => name !== 'championship' || hasChampionship);
}

interface LiveTabsProps {
  readonly panels: readonly LivePanel[];
  readonly current: LivePanel;
  readonly store: LiveStore;
  readonly onView: () => void;
}

/** Tabs of a phone, and the buttons for the picture. */
export function LiveTabs({ panels, current, store, onView }: LiveTabsProps) {
  const isPaused = useRace(store, (state) => state.isPaused);
  return (
    <div className="no-print flex border-line bg-bg px-2 phone:h-10 phone:border-b large:max-wide:basis-full large:px-0 short:min-w-0 short:flex-1">
      <nav aria-label="Live session" className="min-w-0 flex-1 wide:hidden">
        <ul className="strip-x">
          {tabs
            .filter(({ name }) => panels.includes(name))
            .map(({ name, label, short }) => (
              <li key={name}>
                <a
                  href={`?tab=${name}`}
                  ref={name === current ? centreInStrip : null}
                  aria-current={name === current ? 'page' : undefined}
                  className="grid h-11 phone:h-10 min-w-11 place-items-center border-b-2 border-transparent px-1.5 desk:px-2.5 font-650 whitespace-nowrap text-mute hover:text-text aria-[current=page]:border-red aria-[current=page]:text-text"
                >
                  <span className={short === undefined ? '' : 'max-desk:hidden'}>{label}</span>
                  {short === undefined ? null : <span className="desk:hidden">{short}</span>}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <IconButton icon={liveIcons.settings} label="Delay and display" onClick={onView} />
      <IconButton
        icon={isPaused ? liveIcons.play : liveIcons.pause}
        label="Pause"
        aria-pressed={isPaused}
        onClick={() => store.setPaused(!isPaused)}
        className="aria-pressed:text-amber"
      />
    </div>
  );
}
