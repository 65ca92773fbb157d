import { Button } from './Button.tsx';
import { pageIcons } from './page-icons.ts';

interface FollowButtonProps {
  readonly name: string;
  readonly isFollowed: boolean;
  readonly onFollow: (name: string, isFollowed: boolean) => void;
}

/** Follows a driver on this device, or no longer does. */
export function FollowButton({ name, isFollowed, onFollow }: FollowButtonProps) {
  return (
    <Button
      icon={pageIcons.star}
      aria-pressed={isFollowed}
      title="Marked in every session and in standings, on this device"
      className="aria-pressed:border-favourite aria-pressed:text-favourite"
      onClick={() => onFollow(name, !isFollowed)}
    >
      Follow
    </Button>
  );
}
