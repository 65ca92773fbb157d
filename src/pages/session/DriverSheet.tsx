import type { Driver, Session } from '#contract/entities/session';
import { inResultOrder } from '#contract/race/classify';
import { scoredEventOf } from '#contract/race/ruled-event';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { FollowButton } from '../../components/FollowButton.tsx';
import { ShareButton } from '../../components/ShareButton.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { DriverDetails } from '../../components/session/DriverDetails.tsx';
import { DriverSelect } from '../../components/session/DriverSelect.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { seasonDriverPath } from '../../format/driver-path.ts';
import { trackName, typeName } from '../../format/names.ts';
import { resultRows } from '../../format/results.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { readView, type SessionView, viewHref } from './session-view.ts';

interface DriverSheetProps {
  readonly session: Session;
  readonly view: SessionView;
  readonly driver: Driver;
}

/** The sheet of a driver, open for as long as the address has the driver. */
export function DriverSheet({ session, view, driver }: DriverSheetProps) {
  const navigate = useNavigate();
  const dialog = useDialogHistory(() => {
    // A link in the sheet has closed it: the address is another one already.
    const shown = readView(location.search, session);
    if (shown.tab === view.tab && shown.driver === view.driver)
      navigate(viewHref({ tab: view.tab, result: view.result }));
  });
  const { isFollowed, follow } = useFollowedDrivers();
  useOpenDialog(dialog, true);
  const row = resultRows(session).find((each) => each.driver === driver);
  if (row === undefined) return null;
  const rivals = inResultOrder(session).filter((each) => each !== driver && each.lapTimes.length > 0);
  const hasLaps = driver.lapTimes.length > 0;
  const event = scoredEventOf(session, view.result);
  const notes = [driver.team, driver.carNumber === null ? null : `No. ${driver.carNumber}`];
  return (
    <Sheet
      id="driver-title"
      title={
        <>
          <TeamBar team={driver.team} driver={driver.carIndex} height={14} /> <bdi>{driver.name}</bdi>
        </>
      }
      note={notes.filter(Boolean).join(' · ')}
      dialog={dialog}
    >
      <DriverDetails session={session} row={row} />
      <div className="flex flex-wrap items-end gap-2 empty:hidden">
        {hasLaps && rivals.length > 0 ? (
          <DriverSelect
            label="Compare with"
            drivers={rivals}
            value={null}
            none="Choose a driver"
            onChange={(compared) =>
              navigate(viewHref({ tab: 'laps', driver: driver.carIndex, compared, result: view.result }))
            }
          />
        ) : null}
        {hasLaps ? (
          <ButtonLink href={viewHref({ tab: 'laps', driver: driver.carIndex, result: view.result })}>
            All laps
          </ButtonLink>
        ) : null}
        {event === null ? null : <ButtonLink href={seasonDriverPath(event.seasonId, driver.name)}>Season</ButtonLink>}
      </div>
      <div className="flex flex-wrap gap-2">
        <FollowButton name={driver.name} isFollowed={isFollowed(driver.name)} onFollow={follow} />
        <ShareButton title={`${driver.name}, ${trackName(session.trackId)} ${typeName(session.sessionType)}`} />
      </div>
    </Sheet>
  );
}
