interface WatchLinkProps {
  /** The address of a moment; undefined for none. */
  readonly href: string | undefined;
  /** What is watched, for screen readers; by itself what stands before it. */
  readonly label?: string;
  readonly onClick?: (() => void) | undefined;
}

/** Opens the replay of a session at a moment. */
export function WatchLink({ href, label = 'Watch it', onClick }: WatchLinkProps) {
  return href === undefined ? null : (
    <a
      href={href}
      onClick={onClick}
      className="no-print ml-auto grid size-6 shrink-0 place-items-center text-mute hover:text-text"
    >
      <span className="sr-only">{label}</span>
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-current">
        <path d="M7 4.500v15L19 12 7 4.500Z" />
      </svg>
    </a>
  );
}
