import { useState } from 'react';
import { type LiveSettings, readLiveSettings, storeLiveSettings } from '../live/live-settings.ts';
import { useFollowedDrivers } from './followed-drivers.ts';

interface Settings extends LiveSettings {
  /** The followed drivers: they stay on top. */
  readonly favourites: readonly string[];
}

/** The settings of this device for live sessions, and how to change them. */
export function useLiveSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const { names, follow } = useFollowedDrivers();
  const [stored, setStored] = useState(readLiveSettings);
  return [
    { ...stored, favourites: names },
    ({ favourites, ...change }) => {
      for (const name of names) if (favourites?.includes(name) === false) follow(name, false);
      for (const name of favourites ?? []) if (!names.includes(name)) follow(name, true);
      const next = { ...stored, ...change };
      setStored(next);
      storeLiveSettings(next);
    },
  ];
}
