/** Paths of the shell's icons, in 24 units; those of pages are in page-icons.ts and form-icons.ts. */
export const frameIcons = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14Zm5-2 4.5 4.5',
  live: 'M12 14a2 2 0 1 1 0-4 2 2 0 0 1 0 4ZM7.5 16.5a6.4 6.4 0 0 1 0-9M16.5 7.5a6.4 6.4 0 0 1 0 9M4.5 19.5a10.6 10.6 0 0 1 0-15M19.5 4.5a10.6 10.6 0 0 1 0 15',
  results: 'M5 21V10h4v11M10 21V4h4v17M15 21v-8h4v8M3 21h18',
  leagues: 'M7 4h10v5a5 5 0 0 1-10 0V4ZM7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3M12 14v4M8 20h8',
  help: 'M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5v.5',
  user: 'M12 12a4 4 0 1 1 0-8 4 4 0 0 1 0 8ZM4 21a8 8 0 0 1 16 0',
  chat: 'M4 5h16v11H10l-5 4v-4H4V5Z',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4l2-2ZM10 21h4',
  dashboard: 'M4 13h7V4H4zM13 20h7v-9h-7zM4 20h7v-4H4zM13 8h7V4h-7z',
  add: 'M12 5v14M5 12h14',
  offline: 'M7 18a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 11 3.5 3.5 0 0 1 17 18H7ZM4 4l16 16',
} as const;
