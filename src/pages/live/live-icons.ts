/** Paths of the icons beside the tabs of a live session, in 24 units. */
export const liveIcons = {
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.500v15L19 12 7 4.500Z',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4',
} as const;
