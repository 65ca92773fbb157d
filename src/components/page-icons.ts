/** Paths of the icons of single pages, in 24 units. */
export const pageIcons = {
  external: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9',
  clear: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
  cloud: 'M7 18a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 11 3.5 3.5 0 0 1 17 18H7Z',
  rain: 'M7 14a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 7 3.5 3.5 0 0 1 17 14H7ZM8 17l-1 3M12.500 17l-1 3M17 17l-1 3',
  offline: 'M7 18a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 11 3.5 3.5 0 0 1 17 18H7ZM4 4l16 16',
  storm: 'M7 14a4 4 0 1 1 .7-7.9A5 5 0 0 1 17.4 7 3.5 3.5 0 0 1 17 14H7ZM13 14l-3 4h3l-2 4',
  flag: 'M5 21V4M5 4h13l-2.500 4L18 12H5',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  print: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M6 12v8h12v-8',
  eye: 'M2 12s3.500-6 10-6 10 6 10 6-3.500 6-10 6S2 12 2 12ZM12 15a3 3 0 1 1 0-6 3 3 0 0 1 0 6Z',
  check: 'M5 12.500 10 17 19 7',
  save: 'M12 4v11M8 11.500 12 15.500l4-4M5 20h14',
  install: 'M7 3h10v18H7zM12 7v7M9.500 11.500 12 14l2.500-2.500',
} as const;
