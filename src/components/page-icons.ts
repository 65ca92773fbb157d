/** Paths of the icons of public pages, in 24 units. */
export const pageIcons = {
  external: 'M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9',
  flag: 'M5 21V4M5 4h13l-2.500 4L18 12H5',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  print: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  share: 'M12 15V4M8 7.500 12 3.500l4 4M6 12v8h12v-8',
  check: 'M5 12.500 10 17 19 7',
  save: 'M12 4v11M8 11.500 12 15.500l4-4M5 20h14',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  unlock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 6.500-1.800',
  edit: 'M5 19l1-4L16.500 4.500l3 3L9 18l-4 1Z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  install: 'M7 3h10v18H7zM12 7v7M9.500 11.500 12 14l2.500-2.500',
  star: 'M12 3.500l2.600 5.500 6 .8-4.400 4.200 1.100 6-5.300-2.900-5.300 2.900 1.100-6L3.400 9.800l6-.8L12 3.500Z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  map: 'M9 4 3 6.500V20l6-2.500 6 2.500 6-2.500V4l-6 2.500L9 4ZM9 4v13.500M15 6.500V20',
} as const;
