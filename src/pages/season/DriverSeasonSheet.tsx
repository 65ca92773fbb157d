import type { Season } from '#contract/entities/season';
import { championshipRows } from '#contract/race/championship';
import { rosterDriverOf, seatedDrivers } from '#contract/race/roster';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { FollowButton } from '../../components/FollowButton.tsx';
import { ShareButton } from '../../components/ShareButton.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { leagueDriverPath } from '../../format/driver-path.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { DriverSeason } from './DriverSeason.tsx';
import { readSeasonView, seasonViewHref, shownName } from './season-view.ts';

interface DriverSeasonSheetProps {
  readonly season: Season;
  /** The name in the address: that of the standings or of a recording. */
  readonly driver: string;
  readonly rulingsHref: string | null;
}

/** The season of a driver, open for as long as the address has the driver. */
export function DriverSeasonSheet({ season, driver, rulingsHref }: DriverSeasonSheetProps) {
  const navigate = useNavigate();
  const dialog = useDialogHistory(() => {
    // A link in the sheet has closed it: the address is another one already.
    const { tab, driver: shown } = readSeasonView(location.search);
    if (location.pathname === `/seasons/${season.id}` && shown === driver) navigate(seasonViewHref(tab, null));
  });
  const { isFollowed, follow } = useFollowedDrivers();
  useOpenDialog(dialog, true);
  const name = shownName(season.standings.drivers, driver);
  const row = championshipRows(season, 'drivers').find((each) => each.name === name);
  if (row === undefined) return null;
  const hasRaced = season.standings.drivers.some((each) => each.name === name && each.results.length > 0);
  // A driver without a race has no page there.
  const league = hasRaced ? season.leagues?.[0] : undefined;
  const seat = rosterDriverOf(seatedDrivers(season), name);
  const notes = [seat?.number == null ? null : `No. ${seat.number}`, row.team, seat?.isReserve ? 'Reserve' : null];
  return (
    <Sheet
      id="driver-title"
      title={
        <>
          <TeamBar team={row.team} driver={name} height={14} /> <bdi>{name}</bdi>
        </>
      }
      note={notes.filter(Boolean).join(' · ')}
      dialog={dialog}
    >
      <DriverSeason season={season} row={row} rulingsHref={rulingsHref} />
      <div className="flex flex-wrap gap-3">
        <FollowButton name={name} isFollowed={isFollowed(name)} onFollow={follow} />
        {league === undefined ? null : (
          <ButtonLink href={leagueDriverPath(league.id, seat?.userId ?? name)}>Head to head</ButtonLink>
        )}
        {seat?.userId == null ? null : <ButtonLink href={`/user/${seat.userId}`}>Profile</ButtonLink>}
        <ShareButton title={`${name}, ${season.name}`} />
      </div>
    </Sheet>
  );
}
