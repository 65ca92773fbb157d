import { type ComponentProps, useState } from 'react';
import { listLive } from '#contract/calls/live';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { maximumPageSize } from '#contract/constants';
import { useUser } from '../../../actors/auth.tsx';
import { useRead } from '../../../actors/read.tsx';
import { liveListInterval, useRefresh } from '../../../actors/refresh.ts';
import { copyText } from '../../../browser/copy.ts';
import { Button } from '../../../components/Button.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Heading } from '../../../components/Heading.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { ReadView } from '../../../components/ReadView.tsx';
import { Section } from '../../../components/Section.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { defaultOverlay, formatOverlayOptions, parseOverlayOptions } from '../../../format/overlay-options.ts';
import { useSearch } from '../../../navigation/address.ts';
import { OverlayFields } from './OverlayFields.tsx';
import { OverlayPreview } from './OverlayPreview.tsx';
import type { OverlayFieldValues } from './overlay-field-values.ts';

/** Makes the address of an overlay for streaming software, and shows what it will look like. */
export function StreamOverlayPage() {
  const user = useUser();
  const read = useRead({ call: listLive });
  const seasons = useRead({ call: pageOwnSeasons, query: { page: 0, pageSize: maximumPageSize, right: 'seeMembers' } });
  useRefresh(read, liveListInterval);
  if (user === null) return null;
  return (
    <div className="stack gap-5">
      <header className="grid gap-1">
        <Heading title="Stream overlay">Stream overlay</Heading>
        <p className="text-mute">
          Timing over the picture of your game: add the address as a browser source to OBS or other streaming software.
        </p>
      </header>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={2} />}>
        {(sessions) => <Maker userId={user.userId} sessions={sessions} seasons={seasons.value?.seasons ?? []} />}
      </ReadView>
    </div>
  );
}

interface MakerProps extends Pick<ComponentProps<typeof OverlayFields>, 'sessions' | 'seasons'> {
  readonly userId: string;
}

function Maker({ userId, sessions, seasons }: MakerProps) {
  const [race] = useState(new URLSearchParams(useSearch()).get('race') ?? '');
  const [values, setValues] = useState<OverlayFieldValues>({
    ...parseOverlayOptions(''),
    race,
    season: '',
    rows: '',
    drivers: '',
    key: '',
  });
  const address = addressOf(userId, values);
  const isOfSeason = values.season !== '';
  const isShort = !isOfSeason && (values.show === 'battle' || values.show === 'lower-third');
  const isRunning =
    isOfSeason ||
    (values.race === ''
      ? sessions.some((session) => session.userId === userId)
      : sessions.some(({ id }) => id === values.race));
  return (
    <div className="stack items-start gap-x-8 gap-y-7 wide:grid-cols-[minmax(0,420px)_minmax(0,1fr)]">
      <OverlayFields
        values={values}
        sessions={sessions}
        seasons={seasons}
        onChange={(change) => setValues((before) => ({ ...before, ...change }))}
      />
      <div className="stack gap-7">
        <Section id="overlay-address" title="Address">
          <Address address={address} />
        </Section>
        <OverlayPreview
          userId={userId}
          address={address}
          isRunning={isRunning}
          isOfStandings={isOfSeason || values.show === 'standings'}
          isShort={isShort}
        />
      </div>
    </div>
  );
}

function Address({ address }: { address: string }) {
  const [message, setMessage] = useState('');

  const copy = async () => setMessage(await copyText(address, 'The address is copied.'));
  return (
    <div className="stack gap-3">
      <p className="card px-3 py-2.5 text-14 wrap-anywhere select-all">{address}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="primary" icon={pageIcons.copy} onClick={copy}>
          Copy address
        </Button>
        <ButtonLink href={address} target="_blank" rel="noreferrer">
          Open
        </ButtonLink>
        <p role="status" className="text-mute">
          {message}
        </p>
      </div>
      <p className="text-14 text-mute">
        In OBS: Sources, add a Browser, paste the address as URL, and take the size of your canvas as width and height.
        It needs no other setting, and goes on by itself after every interruption.
      </p>
    </div>
  );
}

/** The address of the overlay. The key of a private session is in the fragment, which is sent to no server. */
function addressOf(userId: string, { race, season, key, rows, drivers, ...options }: OverlayFieldValues): string {
  // The typed text is parsed as the overlay parses it.
  const typed = new URLSearchParams({ rows, drivers }).toString();
  const read = parseOverlayOptions(`?${typed}`);
  if (season !== '') {
    const { table, scale, side, heads } = options;
    const shown = { ...defaultOverlay, table, scale, side, heads, rows: read.rows };
    return `${location.origin}/overlay/season/${season}${formatOverlayOptions(shown)}`;
  }
  const query = formatOverlayOptions({
    ...options,
    table: defaultOverlay.table,
    rows: read.rows,
    drivers: read.drivers,
  });
  const path = race === '' ? `/overlay/user/${userId}` : `/overlay/${race}`;
  const fragment = key.trim() === '' ? '' : `#key=${encodeURIComponent(key.trim())}`;
  return `${location.origin}${path}${query}${fragment}`;
}
