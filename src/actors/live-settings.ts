import { useState } from 'react';
import { type LiveSettings, readLiveSettings, storeLiveSettings } from '../live/live-settings.ts';

/** The settings of this device for live sessions, and how to change them. */
export function useLiveSettings(): readonly [LiveSettings, (change: Partial<LiveSettings>) => void] {
  const [settings, setSettings] = useState(readLiveSettings);
  return [
    settings,
    (change) => {
      const next = { ...settings, ...change };
      setSettings(next);
      storeLiveSettings(next);
    },
  ];
}
