import type { Session, WeatherSample } from '#contract/entities/session';
import { Weather } from '#contract/enumerations';
import { weatherName } from '../../format/names.ts';
import { Empty } from '../Empty.tsx';
import { Icon } from '../Icon.tsx';
import { weatherIcon } from './weather-icon.ts';

/** The weather during the session, and the last forecast. */
export function WeatherPanel({ session }: { session: Session }) {
  const { weatherHistory, weatherForecastSamples } = session;
  if (weatherHistory.length + weatherForecastSamples.length === 0) {
    return <Empty title="No weather recorded">The game recorded none.</Empty>;
  }
  return (
    <div className="grid gap-6">
      <Strip title="During the session" samples={weatherHistory} />
      <Strip title="Last forecast" samples={weatherForecastSamples} />
    </div>
  );
}

function Strip({ title, samples }: { title: string; samples: readonly WeatherSample[] }) {
  if (samples.length === 0) return null;
  const temperature = (celsius: number | null) => (celsius === null ? '—' : `${celsius}°`);
  const rows = samples.map((sample, index) => ({ ...sample, key: `${index}` }));
  return (
    <section className="grid gap-3">
      <h2 className="text-17 font-750">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <section aria-label={title} tabIndex={0} className="scroll-x card">
        <table className="text-center">
          <tbody>
            <tr>
              <RowHeader label="Time" />
              {rows.map(({ key, timeOffSet }) => (
                <th key={key} scope="col" className="h-9 min-w-16 px-2 text-14 font-650 text-mute">
                  {timeOffSet} min
                </th>
              ))}
            </tr>
            <tr>
              <RowHeader label="Weather" />
              {rows.map(({ key, forecastedWeatherCondition: weather }) => (
                <td key={key} className="px-2 py-1.5" title={weatherName(weather)}>
                  <span className={`inline-block ${weather >= Weather.LightRain ? 'text-wet' : 'text-text'}`}>
                    <Icon path={weatherIcon(weather)} size={24} />
                  </span>
                  <span className="block text-12 text-mute">{weatherName(weather)}</span>
                </td>
              ))}
            </tr>
            <tr>
              <RowHeader label="Rain" />
              {rows.map(({ key, rainPercentage }) => (
                <td key={key} className="px-2 py-1">
                  <span aria-hidden="true" className="mx-auto flex h-10 w-5 items-end rounded-[4px] bg-raised">
                    <span className="w-full rounded-[4px] bg-wet" style={{ height: `${rainPercentage ?? 0}%` }} />
                  </span>
                  <span className="text-14">{rainPercentage === null ? '—' : `${rainPercentage} %`}</span>
                </td>
              ))}
            </tr>
            <tr>
              <RowHeader label="Track" />
              {rows.map(({ key, trackTemperatureCelsius }) => (
                <td key={key} className="h-8 px-2 font-650">
                  {temperature(trackTemperatureCelsius)}
                </td>
              ))}
            </tr>
            <tr>
              <RowHeader label="Air" />
              {rows.map(({ key, airTemperatureCelsius }) => (
                <td key={key} className="h-8 px-2 pb-1.5 text-mute">
                  {temperature(airTemperatureCelsius)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </section>
  );
}

function RowHeader({ label }: { label: string }) {
  return (
    <th scope="row" className="sticky left-0 bg-panel px-3 text-left text-14 font-650 text-mute">
      {label}
    </th>
  );
}
