import { useState } from 'react';
import type { Season } from '#contract/entities/season';
import { sessionsOfSeason } from '#contract/race/season-sessions';
import { usePicturePreview, usePictures } from '../../actors/pictures.ts';
import { useSeasonFiles } from '../../actors/season-files.ts';
import { copyText } from '../../browser/copy.ts';
import { saveFile } from '../../browser/download.ts';
import { Button } from '../../components/Button.tsx';
import { Fold } from '../../components/form/Fold.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { Options } from '../../components/form/Options.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { ShareAddress } from '../../components/ShareAddress.tsx';
import { fileName } from '../../format/file-name.ts';
import { trackName } from '../../format/names.ts';
import { sessionOption } from '../../format/session-option.ts';
import { usesDecimalComma } from './decimal-comma.ts';
import { SeasonSheet } from './SeasonSheet.tsx';

/** Takes results and standings elsewhere: a picture for a chat, files, a calendar, paper. */
export function SeasonExport({ season }: { season: Season }) {
  const [message, setMessage] = useState('');
  const [hasSemicolons, setHasSemicolons] = useState(usesDecimalComma);
  const files = useSeasonFiles(season, hasSemicolons ? 'semicolon' : 'comma');
  const calendar = `${location.origin}/api/Seasons/${season.id}/calendar.ics`;

  const copyCalendar = async () => setMessage(await copyText(calendar, 'The address of the calendar is copied.'));
  return (
    <div className="stack items-start gap-x-10 gap-y-5 wide:grid-cols-2 wide:grid-rows-[auto_1fr]">
      <div className="stack min-w-0 gap-2">
        <h3 className="font-750">Link to this season</h3>
        {season.isHidden === true ? (
          <p className="text-14 text-mute">
            While all leagues of this season are private, the link works for its members and drivers alone.
          </p>
        ) : null}
        <ShareAddress title={season.name} address={`${location.origin}/seasons/${season.id}`} />
      </div>
      <Pictures season={season} />
      <Fold title="Files, print and calendar">
        <div className="stack min-w-0 gap-2">
          <h3 className="font-750">Files</h3>
          <div className="flex flex-wrap gap-2">
            {(['drivers', 'teams', 'results'] as const).map((table) => (
              <Button key={table} isDisabled={files.isBusy} onClick={() => files.submit(table)}>
                {{ drivers: 'Drivers CSV', teams: 'Constructors CSV', results: 'Results CSV' }[table]}
              </Button>
            ))}
            <Button
              onClick={() =>
                saveFile(fileName(season.name, 'season', 'json'), 'application/json', JSON.stringify(season, null, 2))
              }
            >
              JSON
            </Button>
            <Button icon={pageIcons.print} onClick={() => print()}>
              Print
            </Button>
          </div>
          {usesDecimalComma() ? (
            <label className="flex min-h-11 items-center gap-2.5 text-14">
              <input
                type="checkbox"
                checked={hasSemicolons}
                onChange={({ target }) => setHasSemicolons(target.checked)}
                className="size-5 shrink-0 accent-red"
              />
              CSV with semicolons and decimal commas, as Excel reads it in your language
            </label>
          ) : null}
          <FormError failure={files.failure} secondsLeft={files.secondsLeft} wait={files.wait} />
        </div>
        <div className="stack min-w-0 gap-2">
          <h3 className="font-750">Calendar</h3>
          <p className="text-14 text-mute">
            {season.isHidden === true
              ? 'All leagues of this season are private, so calendar apps cannot subscribe to it. The file has the events as they are now.'
              : 'Subscribe to this address in a calendar app: events appear there, and follow every change.'}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button isDisabled={files.isBusy} onClick={() => files.submit('calendar')}>
              Download
            </Button>
            {season.isHidden === true ? null : (
              <Button icon={pageIcons.copy} onClick={copyCalendar}>
                Copy address
              </Button>
            )}
          </div>
        </div>
        <p role="status" className="text-mute empty:hidden">
          {message}
        </p>
      </Fold>
      <SeasonSheet season={season} />
    </div>
  );
}

/** Pictures of the standings, the title fight or any session, as they will be shared. */
function Pictures({ season }: { season: Season }) {
  const sessions = sessionsOfSeason(season);
  const hasDrivers = (season.roster ?? []).length > 0;
  const lineUps = season.events.flatMap(({ id, name, track, sessions: driven }, index) =>
    hasDrivers && driven.length === 0 ? [[id, `R${index + 1} ${name ?? trackName(track)} · Line-up`] as const] : [],
  );
  const [chosen, setChosen] = useState('drivers');
  const [message, setMessage] = useState('');
  const picture = usePictures(setMessage);
  const preview = usePicturePreview(season, chosen);
  return (
    <div className="stack min-w-0 gap-2 wide:col-start-2 wide:row-span-2 wide:row-start-1">
      <h3 className="font-750">Picture for your chat</h3>
      <div className="flex flex-wrap gap-2">
        <select
          aria-label="What the picture shows"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          className="h-11 min-w-0 flex-1 basis-52 rounded-8 border border-line bg-bg px-2 desk:max-w-96"
        >
          <option value="drivers">Driver standings</option>
          <option value="teams">Constructor standings</option>
          <option value="fight">Title fight</option>
          <Options of={lineUps} />
          <Options of={sessions.map(sessionOption)} />
        </select>
        <Button
          kind="primary"
          icon={pageIcons.share}
          isBusy={picture.isBusy}
          onClick={() => picture.submit({ name: season.name, seasonId: season.id, of: chosen })}
        >
          Share picture
        </Button>
      </div>
      <p role="status" className="text-mute empty:hidden">
        {message}
      </p>
      <FormError failure={picture.failure} secondsLeft={picture.secondsLeft} wait={picture.wait} />
      <div className="aspect-[4/5] w-full max-w-80 overflow-hidden rounded-8 border border-line bg-raised">
        {preview === null ? null : (
          <img src={preview} alt="What is shared" width={1_080} height={1_350} className="h-auto w-full" />
        )}
      </div>
    </div>
  );
}
