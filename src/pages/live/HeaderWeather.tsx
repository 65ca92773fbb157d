import { type LiveStore, useRace } from '../../actors/live.ts';
import { Icon } from '../../components/Icon.tsx';
import { weatherIcon } from '../../components/session/weather-icon.ts';
import { weatherName } from '../../format/names.ts';

/** The weather in the header of a race, which a phone has no room for. */
export function HeaderWeather({ store }: { store: LiveStore }) {
  const head = useRace(store, ({ view }) => view?.head);
  if (head === undefined) return null;
  const { weather, air, ground, forecast } = head;
  return (
    <p className="hidden shrink-0 justify-items-end text-right large:grid">
      <span className="flex items-center gap-1.5 font-750">
        {weather === null ? null : (
          <>
            <Icon path={weatherIcon(weather)} size={20} />
            <span className="sr-only">{weatherName(weather)}, air </span>
          </>
        )}
        {air === null ? null : `${air}°`}
      </span>
      <span className="text-12 text-mute">
        {ground === null ? null : `track ${ground}°`}
        {forecast === '' ? null : (
          <>
            <span aria-hidden="true" className="max-desk:hidden">
              {' · '}
            </span>
            <span className="text-wet max-desk:block">{forecast}</span>
          </>
        )}
      </span>
    </p>
  );
}
