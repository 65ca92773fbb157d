import type { LiveDocument } from '#contract/live/document';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { Icon } from '../../components/Icon.tsx';
import { weatherIcon } from '../../components/session/weather-icon.ts';
import { weatherName } from '../../format/names.ts';

const none: NonNullable<LiveDocument['weatherForecastSamples']> = {};

/** The forecast of the recorder. */
export function WeatherForecast({ store }: { store: LiveStore }) {
  const samples = useRace(store, ({ view }) => view?.document.weatherForecastSamples ?? none);
  const head = useRace(store, (state) => state.view?.head ?? null);
  const shown = Object.entries(samples)
    .filter(([, { timeOffSet }]) => timeOffSet > 0)
    .slice(0, 8);
  return (
    <div className="grid gap-2 pt-2">
      <h2 className="text-17 font-750">Weather</h2>
      {head === null || head.weather === null ? null : (
        <p className="flex min-h-10 items-center gap-3 border-b border-hair font-650">
          <span className="w-20">now</span>
          <Icon path={weatherIcon(head.weather)} />
          <span className="flex-1">{weatherName(head.weather)}</span>
          <span className="text-mute">
            {head.air === null ? '' : `air ${head.air}° `}
            {head.ground === null ? '' : `track ${head.ground}°`}
          </span>
        </p>
      )}
      {shown.length === 0 ? <p className="py-3 text-mute">The game gives no forecast.</p> : null}
      <ul>
        {shown.map(
          ([number, { timeOffSet, forecastedWeatherCondition: weather, rainPercentage, trackTemperatureCelsius }]) => (
            <li key={number} className="flex min-h-10 items-center gap-3 border-b border-hair">
              <span className="w-20 text-mute">in {timeOffSet} min</span>
              <Icon path={weatherIcon(weather)} />
              <span className="flex-1">{weatherName(weather)}</span>
              <span className="text-mute">
                {trackTemperatureCelsius === undefined ? '' : `${trackTemperatureCelsius}°`}
              </span>
              <span className="w-20 text-right font-650 text-wet">
                {rainPercentage === undefined ? '' : `rain ${rainPercentage} %`}
              </span>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
