const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14Zm5-2 4.5 4.5',
  results: 'M5 21V10h4v11M10 21V4h4v17M15 21v-8h4v8M3 21h18',
  leagues: 'M7 4h10v5a5 5 0 0 1-10 0V4ZM7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3M12 14v4M8 20h8',
  help: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5v.5',
  chevron: 'M9 5l7 7-7 7',
  external: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9',
  clear: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  cloud: 'M7 18a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 11 3.5 3.5 0 0 1 17 18H7Z',
  rain: 'M7 14a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 7 3.5 3.5 0 0 1 17 14H7ZM8 17l-1 3M12.500 17l-1 3M17 17l-1 3',
  storm: 'M7 14a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 7 3.5 3.5 0 0 1 17 14H7ZM13 14l-3 4h3l-2 4',
  flag: 'M5 21V4M5 4h13l-2.500 4L18 12H5',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  print: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M6 12v8h12v-8',
  user: 'M12 12a4 4 0 1 1 0-8 4 4 0 0 1 0 8ZM4 21a8 8 0 0 1 16 0',
  chat: 'M4 5h16v11H10l-5 4v-4H4V5Z',
  dashboard: 'M4 13h7V4H4zM13 20h7v-9h-7zM4 20h7v-4H4zM13 8h7V4h-7z',
  leave: 'M14 5H5v14h9M10 12h11M17 8l4 4-4 4',
  add: 'M12 5v14M5 12h14',
  eye: 'M2 12s3.500-6 10-6 10 6 10 6-3.500 6-10 6S2 12 2 12ZM12 15a3 3 0 1 1 0-6 3 3 0 0 1 0 6Z',
  check: 'M5 12.500 10 17 19 7',
} as const;

export type IconName = keyof typeof paths;

/** A line icon of 24 units; silent to screen readers, since a word stands beside it or in its button. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={paths[name]} />
    </svg>
  );
}
